"""The loss uses the first output only."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class TwoOutputs(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.shared = nn.Linear(3, width)
        self.mean = nn.Linear(width, 1)
        self.variance = nn.Linear(width, 1)

    def forward(self, x):
        hidden = torch.tanh(self.shared(x))
        return self.mean(hidden), self.variance(hidden)


def train(model, data):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for x in data:
        mean, variance = model(x)
        loss = (mean - x.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
network = TwoOutputs(5)
train(DistributedDataParallel(network), torch.randn(4, 6, 3))  # ! GL603
