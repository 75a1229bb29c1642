"""The chosen context is around the backward pass alone."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from contextlib import nullcontext

dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DDP(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = list(torch.randn(4, 5, 3))
for index, x in enumerate(batches):
    synchronized = index + 1 == len(batches)
    context = nullcontext() if synchronized else model.no_sync()
    output = model(x)
    with context:  # ! GL602
        output.square().mean().backward()
optimizer.step()
optimizer.zero_grad()
