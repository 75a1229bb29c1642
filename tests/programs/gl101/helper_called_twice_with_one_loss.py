"""The helper is handed the same loss for a second round of learning, whose graph went with the first."""

import torch
from torch import nn, optim


def learn(loss, optimizer):
    optimizer.zero_grad()
    loss.backward()  # ! GL101
    optimizer.step()


def main():
    torch.manual_seed(3)
    ferry = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = optim.SGD(ferry.parameters(), lr=0.1)
    tide, delay = torch.randn(10, 4), torch.rand(10, 1)
    loss = nn.functional.l1_loss(ferry(tide), delay)
    learn(loss, optimizer)
    learn(loss, optimizer)


if __name__ == "__main__":
    main()
