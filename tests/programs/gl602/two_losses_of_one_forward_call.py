"""The first backward pass is in the block, but the forward call before it has prepared the synchronization."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DDP(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in zip(torch.randn(3, 4, 3), torch.randn(3, 4, 1)):
    output = model(x)
    with model.no_sync():  # ! GL602
        nn.functional.mse_loss(output, y).backward()
    nn.functional.l1_loss(model(x), y).backward()
    optimizer.step()
    optimizer.zero_grad()
