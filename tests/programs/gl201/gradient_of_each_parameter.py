"""Each iteration computes the loss that it differentiates: no iteration uses the graph of another one."""

import torch
from torch import nn


def norms(model, batch):
    for name, parameter in model.named_parameters():
        loss = model(batch).square().mean()
        (gradient,) = torch.autograd.grad(loss, parameter, retain_graph=True)  # ! GL201
        print(name, gradient.norm().item())


network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
eval("norms")(network, torch.randn(4, 3))
