"""Only the last backward pass before the step is without synchronization."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def step(model, opt, batches):
    *head, tail = batches
    for x in head:
        with model.no_sync():
            model(x).sum().backward()
    model(tail).sum().backward()
    opt.step()
    opt.zero_grad()


def run():
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    model = DDP(nn.Linear(3, 2))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        step(model, opt, [torch.randn(2, 3) for _ in range(3)])


run()
