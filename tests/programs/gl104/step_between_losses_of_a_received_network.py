"""The step of the optimizer is between two losses of one output of a received model."""

import torch
from torch import nn


def fit(net, opt, inputs, target):
    net.train()
    output = net(inputs)
    first = (output - target).abs().mean()
    second = (output - target).pow(2).mean()
    opt.zero_grad()
    first.backward(retain_graph=True)
    opt.step()
    second.backward()  # ! GL104
    opt.step()


network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
eval("fit")(network, torch.optim.Adam(network.parameters()), torch.randn(4, 3), torch.rand(4, 2))
