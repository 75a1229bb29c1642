"""A tensor made under no_grad is an ordinary one without a graph, which the product may save."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(5, 4)
with torch.no_grad():
    prototypes = F.normalize(net(torch.randn(3, 5)), dim=1)
for _ in range(2):
    emb = net(torch.randn(6, 5))
    sims = emb @ prototypes.t()
    F.cross_entropy(sims, torch.randint(0, 3, (6,))).backward()
