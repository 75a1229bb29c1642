"""The weights of the main network are generated once and used in every step."""
import torch
from torch import nn


class HyperNet(nn.Module):
    def __init__(self, context, target):
        super().__init__()
        self.shape = target
        self.body = nn.Sequential(nn.Linear(context, 16), nn.ReLU(), nn.Linear(16, target[0] * target[1]))

    def forward(self, context):
        return self.body(context).view(self.shape)  # <- built


hyper = HyperNet(3, (4, 2))
optimizer = torch.optim.Adam(hyper.parameters(), lr=0.0)
weight = hyper(torch.randn(3))
losses = []
for x in torch.randn(5, 6, 4):
    losses.append((x @ weight).pow(2).mean())
    if len(losses) == 2:
        optimizer.zero_grad()
        torch.stack(losses).mean().backward()  # <- raised, freed
        optimizer.step()
        losses.clear()
