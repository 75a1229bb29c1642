"""The function steps before it resets the gradients."""

import torch
from torch import nn


def train_epoch(model, loader, criterion, optimizer):
    total = 0.0
    for inputs, targets in loader:
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item()
    return total / len(loader)


def main():
    model = nn.Linear(3, 1)
    adam = torch.optim.Adam(model.parameters(), lr=0.01)
    loader = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(3)]
    for epoch in range(2):
        print(epoch, train_epoch(model, loader, nn.MSELoss(), adam))


if __name__ == "__main__":
    main()
