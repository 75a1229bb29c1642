"""The first backward keeps the trunk's graph for the second one."""

import torch
import torch.nn.functional as F
from torch import nn


class Microscope(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(12, 16), nn.Tanh())
        self.heads = nn.ModuleDict({"kind": nn.Linear(16, 3), "size": nn.Linear(16, 1)})

    def forward(self, cells):
        features = self.trunk(cells)
        return {name: head(features) for name, head in self.heads.items()}


microscope = Microscope()
optimizers = {name: torch.optim.Adam(head.parameters()) for name, head in microscope.heads.items()}
trunk_optimizer = torch.optim.SGD(microscope.trunk.parameters(), lr=0.01)
for _ in range(2):
    answers = microscope(torch.randn(5, 12))
    kind_loss = F.cross_entropy(answers["kind"], torch.randint(0, 3, (5,)))
    size_loss = F.mse_loss(answers["size"], torch.rand(5, 1))
    microscope.zero_grad()
    kind_loss.backward(retain_graph=True)
    size_loss.backward()
    for optimizer in optimizers.values():
        optimizer.step()
    trunk_optimizer.step()
