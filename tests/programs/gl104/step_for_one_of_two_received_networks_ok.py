"""Two received networks with one optimizer: which of them it trains is not known."""

import torch
from torch import nn


def fit(net, teacher, opt, inputs):
    net.train()
    teacher.train()
    output, expected = net(inputs), teacher(inputs)
    opt.zero_grad()
    (output - expected).pow(2).mean().backward(retain_graph=True)
    opt.step()
    expected.pow(2).mean().backward()


network, teacher = nn.Linear(3, 2), nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
eval("fit")(network, teacher, torch.optim.Adam(network.parameters()), torch.randn(4, 3))
