"""A reentrant checkpoint within DistributedDataParallel uses the parameters twice."""
import os
import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = checkpoint(self.layer, x, use_reentrant=True)  # <- other
        return checkpoint(self.layer, x, use_reentrant=True)


dist.init_process_group("gloo", init_method="file://" + os.path.join(tempfile.mkdtemp(), "store"), rank=0, world_size=1)
model = DistributedDataParallel(Net(), find_unused_parameters=True)
loss = model(torch.randn(2, 4, requires_grad=True)).mean()
loss.backward()  # <- raised
