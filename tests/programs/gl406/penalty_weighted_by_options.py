"""The weight of the penalty is an attribute of unresolved options; without create_graph the product is still a constant."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("run_settings")
exec("import types\noptions = types.SimpleNamespace(weight=10, parts=2)", library.__dict__)
sys.modules["run_settings"] = library
from run_settings import options


def train(critic, options, batches):
    optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for batch in batches:
        points = batch.clone().requires_grad_()
        scores = critic(points)
        (slopes,) = torch.autograd.grad(scores.sum(), points, retain_graph=True)
        penalty = options.weight * (slopes.norm(dim=1) - 1).square().mean() / options.parts
        loss = scores.mean() + penalty  # ! GL406
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


train(nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1)), options, [torch.randn(4, 3) for _ in range(3)])
