"""The trainer skips the synchronization around both passes."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Trainer:
    def __init__(self, network):
        self.model = DDP(network)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=0.01)

    def accumulate(self, x):
        with self.model.no_sync():
            loss = self.model(x).mean()
            loss.backward()

    def step(self, x):
        self.model(x).mean().backward()
        self.optimizer.step()
        self.optimizer.zero_grad()


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
trainer = Trainer(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)))
for _ in range(3):
    trainer.accumulate(torch.randn(4, 3))
    trainer.step(torch.randn(4, 3))
