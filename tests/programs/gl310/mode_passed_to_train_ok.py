"""One function serves both phases, and passes the phase to `train()`."""

import torch
from torch import nn


def run(model, batches, optimizer=None):
    model.train(optimizer is not None)
    losses = []
    with torch.set_grad_enabled(optimizer is not None):
        for batch in batches:
            loss = model(batch).pow(2).mean()
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            losses.append(loss.item())
    return sum(losses) / len(losses)


train_data, test_data = torch.randn(4, 8, 3), torch.randn(2, 8, 3)
model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(2):
    run(model, train_data, optimizer)
    print(run(model, test_data))
