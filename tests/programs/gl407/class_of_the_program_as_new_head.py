"""The new head is a class of the program, constructed in a function that also trains."""

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(self.norm(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 6)
        self.head = nn.Linear(6, 5)

    def forward(self, x):
        return self.head(self.body(x).relu())


def main():
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    net.head = Head(6)  # ! GL407
    net.train()
    for _ in range(4):
        loss = net(torch.randn(8, 3)).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
