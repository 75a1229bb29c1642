"""The loss is backpropagated."""

import torch
import torch.nn.functional as F
from torch import nn


def main():
    network = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2))
    optimizer = torch.optim.Adam(network.parameters())
    for batch, labels in zip(torch.randn(3, 4, 3), torch.randint(0, 2, (3, 4))):
        optimizer.zero_grad()
        loss = F.cross_entropy(network(batch), labels)
        loss.backward()
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
