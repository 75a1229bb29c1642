"""The running loss is a number."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train_epoch(network, loader, optimizer):
    network.train()
    running_loss = 0.0
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(network(inputs), targets)
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
    print(f"loss: {running_loss / len(loader):.4f}")


def main():
    network = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.05)
    loader = DataLoader(TensorDataset(torch.randn(20, 3), torch.randn(20, 1)), batch_size=4)
    for _ in range(2):
        train_epoch(network, loader, optimizer)


if __name__ == "__main__":
    main()
