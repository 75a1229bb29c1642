"""The first parts of a batch run under no_sync; the next batch raises since the gate gets no gradient."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.value, self.gate = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        return self.value(x)


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DistributedDataParallel(Gated())  # ! GL603
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 8, 3):
    first, second = batch.chunk(2)
    with model.no_sync():
        model(first).mean().backward()
    model(second).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
