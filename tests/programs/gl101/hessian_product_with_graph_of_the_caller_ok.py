"""A Hessian-vector product: the caller's gradient keeps its graph for the next one."""

import torch
from torch import nn


class Solver:
    def __init__(self, model: nn.Module):
        self.model = model

    def product(self, vector, flat_gradient):
        scalar = (flat_gradient * vector).sum()
        parts = torch.autograd.grad(scalar, self.model.parameters(), retain_graph=True)
        return torch.cat([part.reshape(-1) for part in parts]).detach()


model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
solver = Solver(model)
gradients = torch.autograd.grad(model(torch.randn(4, 2)).pow(2).mean(), tuple(model.parameters()), create_graph=True)
flat = torch.cat([part.reshape(-1) for part in gradients])
product = getattr(solver, "product")
direction = torch.randn_like(flat)
for _ in range(3):
    direction = product(direction, flat)
