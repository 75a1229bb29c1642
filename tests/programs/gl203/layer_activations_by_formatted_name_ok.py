"""A function stores the activations of its argument's layers under a name made with format()."""

import torch
from torch import nn


def run(layers, x, kept):
    for number in range(len(layers)):
        x = torch.tanh(layers[number](x))
        kept["layer_{}".format(number)] = x
    return x


def train(layers, opt, steps):
    kept = {}
    for step in range(steps):
        loss = run(layers, torch.randn(2, 4), kept).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return sorted(kept)


layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
print(train(layers, torch.optim.SGD(layers.parameters(), lr=0.1), 40))
