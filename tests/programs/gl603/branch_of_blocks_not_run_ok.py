"""The blocks of both branches run."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(3, 3) for _ in range(depth))
        self.branch = nn.ModuleList(nn.Linear(3, 3) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = torch.tanh(block(x))
        for block in self.branch:
            x = x + block(x)
        return x


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
stack = DistributedDataParallel(Stack(3))
optimizer = torch.optim.SGD(stack.parameters(), lr=0.1)
done = 0
while done < 4:
    batch = torch.randn(5, 3)
    optimizer.zero_grad()
    (stack(batch) - batch).abs().sum().backward()
    optimizer.step()
    done += 1
