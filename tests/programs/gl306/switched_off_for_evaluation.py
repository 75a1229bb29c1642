"""The first evaluation switches grad mode off and nothing switches it on: the second epoch's loss has no graph."""

import torch
import torch.nn.functional as F
from torch import nn


def train(model, batches, optimizer):
    model.train()
    for x, y in batches:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()  # ! GL107
        optimizer.step()


def evaluate(model, batches):
    model.eval()
    torch.set_grad_enabled(False)  # ! GL306
    return sum(F.mse_loss(model(x), y).item() for x, y in batches)


model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(4, 3), torch.randn(4, 2)) for _ in range(2)]
for epoch in range(2):
    train(model, batches, optimizer)
    print(evaluate(model, batches))
