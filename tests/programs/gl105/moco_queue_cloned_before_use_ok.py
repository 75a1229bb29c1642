"""The queue is cloned before it is used, so that filling it in place afterwards changes no saved tensor."""

import torch
import torch.nn.functional as F
from torch import nn
import copy


class MoCo(nn.Module):
    def __init__(self, base, dim=6, K=16, m=0.99, T=0.07):
        super().__init__()
        self.K, self.m, self.T = K, m, T
        self.encoder_q, self.encoder_k = base, copy.deepcopy(base)
        for p in self.encoder_k.parameters():
            p.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(dim, K), dim=0))
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum_update(self):
        for q, k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            k.data = k.data * self.m + q.data * (1.0 - self.m)

    @torch.no_grad()
    def _enqueue(self, keys):
        ptr, n = int(self.queue_ptr), keys.shape[0]
        self.queue[:, ptr : ptr + n] = keys.T
        self.queue_ptr[0] = (ptr + n) % self.K

    def forward(self, im_q, im_k):
        q = F.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            self._momentum_update()
            k = F.normalize(self.encoder_k(im_k), dim=1)
        pos = torch.einsum("nc,nc->n", q, k).unsqueeze(-1)
        neg = torch.einsum("nc,ck->nk", q, self.queue.clone().detach())
        logits = torch.cat([pos, neg], dim=1) / self.T
        labels = torch.zeros(logits.shape[0], dtype=torch.long)
        self._enqueue(k)
        return logits, labels


moco = MoCo(nn.Linear(9, 6))
opt = torch.optim.SGD(moco.encoder_q.parameters(), lr=0.03)
for x in torch.randn(5, 4, 9):
    logits, labels = moco(x + 0.1 * torch.randn_like(x), x)
    loss = F.cross_entropy(logits, labels)
    opt.zero_grad()
    loss.backward()
    opt.step()
