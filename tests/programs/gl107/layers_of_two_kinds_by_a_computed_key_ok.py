"""A computed key chooses among layers of different kinds: none of them stands for the others."""

import sys

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        self.parts = nn.ModuleDict()
        self.parts["lstm"] = nn.LSTM(1, 4, batch_first=True)
        for i in range(layers):
            self.parts["linear_" + str(i)] = nn.Linear(4, 4)

    def forward(self, x):
        output, _ = self.parts["lstm"](x)
        for i in range(self.layers):
            if i == self.layers - 1:
                output = self.parts["linear_" + str(i)](output)[-1].unsqueeze(dim=0)
            else:
                output = self.parts["linear_" + str(i)](output)
        return output


class Mixed(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleList([nn.GRU(4, 4, batch_first=True), nn.Linear(4, 4), nn.ReLU()])

    def forward(self, x, order):
        for index in order:
            x = self.stages[index](x) if index else self.stages[index](x)[0]
        return x


def train(net, optimizer, epochs, *extra):
    for _ in range(epochs):
        loss = net(*extra).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


net = Net(len(sys.argv) + 1)
train(net, torch.optim.Adam(net.parameters(), lr=1e-3), 2, torch.randn(2, 5, 1))
mixed = Mixed()
train(mixed, torch.optim.Adam(mixed.parameters(), lr=1e-3), 2, torch.randn(2, 5, 4), [0, 1, 2])
