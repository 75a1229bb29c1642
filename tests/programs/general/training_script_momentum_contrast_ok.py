"""Momentum contrast: the keys and their queue have no graphs, the key encoder follows in place."""

import torch
import torch.nn.functional as F
from torch import nn


class MoCo(nn.Module):
    def __init__(self, encoder, size=4, keys=8, momentum=0.99, temperature=0.07):
        super().__init__()
        self.momentum, self.temperature, self.keys = momentum, temperature, keys
        self.encoder_q, self.encoder_k = encoder(size), encoder(size)
        for q, k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            k.data.copy_(q.data)
            k.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(size, keys), dim=0))
        self.register_buffer("pointer", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _follow(self):
        for q, k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            k.data = k.data * self.momentum + q.data * (1.0 - self.momentum)

    @torch.no_grad()
    def _enqueue(self, keys):
        start = int(self.pointer)
        self.queue[:, start : start + len(keys)] = keys.T
        self.pointer[0] = (start + len(keys)) % self.keys

    def forward(self, view_q, view_k):
        q = F.normalize(self.encoder_q(view_q), dim=1)
        with torch.no_grad():
            self._follow()
            k = F.normalize(self.encoder_k(view_k), dim=1)
        positive = torch.einsum("nc,nc->n", [q, k]).unsqueeze(-1)
        negative = torch.einsum("nc,ck->nk", [q, self.queue.clone().detach()])
        logits = torch.cat([positive, negative], dim=1) / self.temperature
        self._enqueue(k)
        return logits, torch.zeros(len(logits), dtype=torch.long)


moco = MoCo(lambda size: nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, size)))
optimizer = torch.optim.SGD(moco.encoder_q.parameters(), lr=0.03, momentum=0.9)
losses = []
for views in torch.randn(3, 2, 4, 6):
    output, target = moco(view_q=views[0], view_k=views[1])
    loss = F.cross_entropy(output, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
print(losses)
