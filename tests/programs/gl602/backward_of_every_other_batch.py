"""The forward call is before the block, so the first part is synchronized, too."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DDP(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for first, second in torch.randn(3, 2, 4, 3):
    loss = model(first).mean()
    with model.no_sync():  # ! GL602
        loss.backward()
    model(second).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
