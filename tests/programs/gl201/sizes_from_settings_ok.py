"""The same without an argument: each graph is freed by its own backward."""

import math
import types

import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, width, length):
        super().__init__()
        places = torch.arange(0, length).float().unsqueeze(1)
        rates = torch.exp(torch.arange(0, width, 2).float() * (-math.log(10000.0) / width))
        table = torch.zeros(length, width)
        table[:, 0::2] = torch.sin(places * rates)
        table[:, 1::2] = torch.cos(places * rates)
        self.register_buffer("table", table)

    def forward(self, x):
        return x * self.table[: x.size(0)]


class Slopes(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.slopes = torch.exp(-torch.ones(heads) / heads)

    def forward(self, x):
        return self.layer(x).unsqueeze(-1) * self.slopes


def train_positions(settings, optimizer_class, batches):
    model = nn.Sequential(nn.Linear(4, 4), Positions(settings.width, settings.length))
    optimizer = optimizer_class(model.parameters(), lr=0.1)
    for x in batches:
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_slopes(heads, optimizer_class, batches):
    model = Slopes(heads)
    optimizer = optimizer_class(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()


def train_discounted(model, optimizer, length, batches):
    discounts = torch.exp(-torch.arange(0, length).float() / length)
    for x in batches:
        loss = (model(x) * discounts).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


hidden = eval
settings = types.SimpleNamespace(width=4, length=8)
data = [torch.randn(2, 4) for _ in range(4)]
hidden("train_positions")(settings, torch.optim.SGD, data)
hidden("train_slopes")(2, torch.optim.SGD, data)
network = nn.Linear(4, 4)
hidden("train_discounted")(network, torch.optim.SGD(network.parameters(), lr=0.1), 4, data)
