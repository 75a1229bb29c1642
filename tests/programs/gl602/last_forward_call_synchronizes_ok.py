"""The forward calls of all but the last part are in the block, and the last one decides: their sum is synchronized."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DDP(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 3):
    first, second = batch.chunk(2)
    with model.no_sync():
        loss = model(first).mean()
    total = loss + model(second).mean()
    total.backward()
    optimizer.step()
    optimizer.zero_grad()
