"""The total that the epoch returns is a sum of losses with their graphs."""

import torch
import torch.nn as nn


def train_epoch(model, batches, optimizer):
    total = 0
    for src, tgt in batches:
        optimizer.zero_grad()
        loss = nn.functional.nll_loss(model(src).log_softmax(-1), tgt)
        loss.backward()
        optimizer.step()
        total = total + loss  # ! GL202
    return total / len(batches)


model = nn.Sequential(nn.Embedding(12, 4), nn.Flatten(), nn.Linear(12, 3))
optimizer = torch.optim.Adagrad(model.parameters())
batches = [(torch.randint(0, 12, (5, 3)), torch.randint(0, 3, (5,))) for _ in range(6)]
best = None
for epoch in range(2):
    loss = train_epoch(model, batches, optimizer)
    if best is None or loss < best:
        best = loss
    print(f"{epoch}: {loss:.3f}")
