"""autograd.grad(create_graph=True) returns its result and puts nothing on the leaves: there is no cycle."""

import torch
from torch import nn

energy = nn.Sequential(nn.Linear(2, 6), nn.Softplus(), nn.Linear(6, 1))
optimizer = torch.optim.Adam(energy.parameters())
for places, forces in zip(torch.randn(3, 5, 2), torch.randn(3, 5, 2)):
    places.requires_grad_()
    (slope,) = torch.autograd.grad(energy(places).sum(), places, create_graph=True)
    optimizer.zero_grad()
    (forces + slope).pow(2).mean().backward()
    optimizer.step()
