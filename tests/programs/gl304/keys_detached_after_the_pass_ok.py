"""The keys are made under no_grad."""

import copy

import torch
import torch.nn.functional as F
from torch import nn


class Contrast(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Sequential(nn.Linear(5, 6), nn.ReLU(), nn.Linear(6, 3))
        self.key = copy.deepcopy(self.query)
        self.register_buffer("queue", F.normalize(torch.randn(8, 3), dim=1))

    @torch.no_grad()
    def follow(self, momentum=0.99):
        for slow, fast in zip(self.key.parameters(), self.query.parameters()):
            slow.mul_(momentum).add_(fast, alpha=1 - momentum)

    def forward(self, view, other):
        self.follow()
        q = F.normalize(self.query(view), dim=1)
        with torch.no_grad():
            k = F.normalize(self.key(other), dim=1)
        logits = torch.cat([(q * k).sum(dim=1, keepdim=True), q @ self.queue.clone().t()], dim=1)
        self.queue = torch.cat([k, self.queue])[:8]
        return F.cross_entropy(logits / 0.1, torch.zeros(len(q), dtype=torch.long))


contrast = Contrast()
optimizer = torch.optim.SGD(contrast.query.parameters(), lr=0.03)
for view in torch.randn(3, 4, 5):
    loss = contrast(view, view + 0.1 * torch.randn_like(view))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
