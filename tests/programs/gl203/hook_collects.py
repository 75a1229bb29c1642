"""The hook keeps the layer's output of every batch, each with its graph."""

import torch
from torch import nn

activations = []


def keep(module, inputs, output):
    activations.append(output)  # ! GL203


net = nn.Sequential(nn.Linear(4, 6), nn.Sigmoid(), nn.Linear(6, 1))
net[1].register_forward_hook(keep)
opt = torch.optim.SGD(net.parameters(), lr=0.2)
for x in torch.randn(6, 3, 4):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(torch.stack(activations).mean().item())
