"""The wrapped module is a Sequential, one block of which does not use its norm."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.norm = nn.Linear(3, 4), nn.LayerNorm(4)

    def forward(self, x):
        return self.linear(x).relu()


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DistributedDataParallel(nn.Sequential(Block(), nn.Linear(4, 1)))  # ! GL603
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    loss = model(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
