"""Training and validation are entry points of a file; both call one step, whose loss only training backpropagates, and only if asked."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 1))


def step(batch):
    return nn.functional.mse_loss(model(batch), torch.zeros(len(batch), 1))


def fit(batches, accumulate):
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        loss = step(batch)
        if not accumulate:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def validate(batches):
    model.eval()
    losses = []
    for batch in batches:
        losses.append(step(batch).item())  # ! GL301
    return losses


eval("fit")([torch.randn(2, 3) for _ in range(2)], False)
print(eval("validate")([torch.randn(2, 3) for _ in range(2)]))
