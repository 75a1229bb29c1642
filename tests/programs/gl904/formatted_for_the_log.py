"""The log's line is formatted with data[0] of a criterion's result, in a function called at the end of an epoch."""

import torch
from torch import nn


def report(epoch, **losses):
    parts = [f"{name} {loss.data[0]:.3f}" for name, loss in losses.items()]  # ! GL904
    print(epoch, ", ".join(parts))


def main():
    model, criterion = nn.Linear(2, 2), nn.SmoothL1Loss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batch = torch.randn(4, 2)
    for epoch in range(2):
        optimizer.zero_grad()
        loss = criterion(model(batch), batch)
        loss.backward()
        optimizer.step()
        report(epoch, fit=loss)


if __name__ == "__main__":
    main()
