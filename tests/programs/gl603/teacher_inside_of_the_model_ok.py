"""The search for unused parameters is on."""

import copy
import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Distilled(nn.Module):
    def __init__(self, student):
        super().__init__()
        self.student = student
        self.teacher = copy.deepcopy(student)

    def forward(self, x):
        with torch.no_grad():
            target = self.teacher(x)
        return nn.functional.mse_loss(self.student(x), target + 1)


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DistributedDataParallel(Distilled(nn.Linear(3, 2)), find_unused_parameters=True)
optimizer = torch.optim.AdamW(model.module.student.parameters(), lr=1e-3)
for _ in range(5):
    loss = model(torch.randn(4, 3))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
