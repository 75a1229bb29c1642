"""The only forward call is in the block: the gradients are never synchronized."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DDP(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    with model.no_sync():  # ! GL602
        loss = model(x).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
