"""Forward and backward of a micro-batch are in the block."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
import contextlib

dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DDP(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
steps = 3
for epoch in range(2):
    for number, x in enumerate(torch.randn(6, 4, 3), 1):
        last = number % steps == 0
        with contextlib.nullcontext() if last else model.no_sync():
            loss = model(x).pow(2).mean() / steps
            loss.backward()
        if last:
            optimizer.step()
            optimizer.zero_grad()
