"""The context of the last micro-batch before the step is the one without synchronization."""

import contextlib
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def setup():
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)


def train(model, batches, accum):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(batches):
        last = (i + 1) % accum == 0
        context = model.no_sync() if last else contextlib.nullcontext()
        with context:  # ! GL602
            loss = nn.functional.mse_loss(model(x), y) / accum
            loss.backward()
        if last:
            opt.step()
            opt.zero_grad()


if __name__ == "__main__":
    setup()
    net = DDP(nn.Linear(4, 1))
    train(net, [(torch.randn(2, 4), torch.randn(2, 1)) for _ in range(4)], 2)
