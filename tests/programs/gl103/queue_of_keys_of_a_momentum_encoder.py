"""The keys enter the queue with their graph, which the next iteration's negatives still need."""

import copy

import torch
from torch import nn
from torch.nn import functional as F


class Contrast(nn.Module):
    def __init__(self, size=16):
        super().__init__()
        self.query = nn.Linear(5, 4)
        self.key = copy.deepcopy(self.query)
        self.register_buffer("queue", F.normalize(torch.randn(size, 4), dim=1))

    def forward(self, one, other):
        query = F.normalize(self.query(one), dim=1)
        key = F.normalize(self.key(other), dim=1)
        positive = (query * key).sum(1, keepdim=True)
        negative = query @ self.queue.t()
        self.queue = torch.cat([key, self.queue])[: len(self.queue)]
        return torch.cat([positive, negative], 1) / 0.1


model = Contrast()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    batch = torch.randn(6, 5)
    logits = model(batch, batch + 0.1 * torch.randn_like(batch))
    loss = F.cross_entropy(logits, torch.zeros(6, dtype=torch.long))
    optimizer.zero_grad()
    loss.backward()  # ! GL103
    optimizer.step()
