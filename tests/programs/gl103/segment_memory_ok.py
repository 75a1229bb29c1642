"""The memory is detached when it is put together."""

import torch
import torch.nn as nn


class SegmentLayer(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.attn = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, memory):
        context = torch.cat([memory, x], dim=1)
        y, _ = self.attn(x, context, context, need_weights=False)
        return self.norm(x + y)


def train(layer, head, document, optimizer, mem_len=4):
    memory = document.new_zeros(1, mem_len, 8)
    for segment in document.split(4, dim=1):
        hidden = layer(segment, memory)
        loss = head(hidden).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        memory = torch.cat([memory, hidden], dim=1)[:, -mem_len:].detach()


layer, head = SegmentLayer(), nn.Linear(8, 2)
train(layer, head, torch.randn(1, 16, 8), torch.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.1))
