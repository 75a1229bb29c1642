"""A library's loss holds its actor, whose gradients are clipped before the loss's backward makes them."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("losses_to_go")
exec(
    """
import torch

class DistanceLoss(torch.nn.Module):
    def __init__(self, actor):
        super().__init__()
        self.actor, self.scale = actor, torch.nn.Parameter(torch.ones(()))
    def forward(self, batch):
        return {"loss_distance": (self.scale * self.actor(batch)).pow(2).mean(), "entropy": torch.zeros(())}

class Actor(torch.nn.Linear):
    pass
""",
    library.__dict__,
)
sys.modules["losses_to_go"] = library
from losses_to_go import Actor, DistanceLoss

actor = Actor(4, 2)
objective = DistanceLoss(actor)
optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    losses = objective(batch)
    optimizer.zero_grad()
    nn.utils.clip_grad_norm_(actor.parameters(), 1.0)  # ! GL504
    sum([value for key, value in losses.items() if key.startswith("loss")]).backward()
    optimizer.step()
