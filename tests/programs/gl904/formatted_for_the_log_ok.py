"""item() gives the number."""

import torch
from torch import nn


def report(epoch, **losses):
    parts = [f"{name} {loss.item():.3f}" for name, loss in losses.items()]
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
