"""A Hessian-vector product with a gradient whose graph is unresolved: autograd.grad would raise if there were none."""

import torch
from torch import nn


class Solver:
    def product(self, vector, flat_gradient):
        scalar = (flat_gradient * vector).sum()
        return self.flat(scalar, self.model, retain_graph=True).detach()

    def flat(self, scalar, model, **options):
        parts = torch.autograd.grad(scalar, model.parameters(), **options)
        return torch.cat([part.reshape(-1) for part in parts])

    def update(self, losses, steps):
        for loss in losses:
            gradient = self.flat(loss, self.model, create_graph=True)
            direction = gradient.detach()
            for _ in range(steps):
                direction = self.product(direction, gradient)


solver = Solver()
solver.model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
getattr(solver, "up" + "date")([solver.model(torch.randn(4, 2)).pow(2).mean()], 3)
