"""The length of a group tells the last micro-batch, which is the only one with synchronization."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
import contextlib

torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)


def train(model, groups):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for group in groups:
        for index, batch in enumerate(group):
            context = model.no_sync() if index < len(group) - 1 else contextlib.nullcontext()
            with context:
                model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


train(DDP(nn.Linear(3, 1)), torch.randn(2, 3, 8, 3))
