"""The factor is a parameter that an optimizer trains, made by code that is not resolved: the term has a graph."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("run_settings")
exec('import torch\nstate = {"multiplier": torch.nn.Parameter(torch.ones(()))}', library.__dict__)
sys.modules["run_settings"] = library
from run_settings import state

critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam([*critic.parameters(), state["multiplier"]], lr=1e-3)
for _ in range(3):
    points = torch.randn(4, 3, requires_grad=True)
    scores = critic(points)
    (slopes,) = torch.autograd.grad(scores.sum(), points, retain_graph=True)
    loss = scores.mean() + state["multiplier"] * (1 - slopes.norm(dim=1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
