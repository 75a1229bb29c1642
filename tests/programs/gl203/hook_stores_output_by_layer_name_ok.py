"""A hook stores the output of each layer under its name."""

import torch
from torch import nn


activations = {}


def keep(name):
    def hook(module, inputs, output):
        activations[name] = output

    return hook


net = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for name, layer in net.named_children():
    layer.register_forward_hook(keep("act_" + name))
for step in range(40):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(sorted(activations))
