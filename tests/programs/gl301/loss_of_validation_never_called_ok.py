"""The validation that the training no longer calls iterates over batches; nothing shows under which grad mode it ran."""

import torch
from torch import nn


def validate_similarity(model, batches):
    model.eval()
    losses = []
    for batch in batches:
        losses.append(model(batch).pow(2).mean().item())
    return sum(losses) / len(losses)


def train():
    model = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        optimizer.zero_grad()
        loss = model(torch.randn(4, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()


train()
