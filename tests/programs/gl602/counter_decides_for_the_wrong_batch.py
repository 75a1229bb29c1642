"""The test of the counter is the wrong way round."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

ACCUM = 4


def main():
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    ddp = DDP(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)))
    opt = torch.optim.SGD(ddp.parameters(), lr=0.1)
    micro = 0
    for x in torch.randn(8, 2, 3):
        micro += 1
        sync = micro % ACCUM == 0
        if sync:
            with ddp.no_sync():  # ! GL602
                loss = ddp(x).mean() / ACCUM
                loss.backward()
        else:
            loss = ddp(x).mean() / ACCUM
            loss.backward()
        if sync:
            opt.step()
            opt.zero_grad()


main()
