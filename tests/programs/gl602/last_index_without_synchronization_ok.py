"""All indices but the last one are without synchronization."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)


def train(model, micro_batches, optimizer):
    for _ in range(3):
        optimizer.zero_grad()
        last = len(micro_batches) - 1
        for index, batch in enumerate(micro_batches):
            if index != last:
                with model.no_sync():
                    model(batch).mean().backward()
            else:
                model(batch).mean().backward()
        optimizer.step()


net = DDP(nn.Linear(3, 1))
train(net, [torch.randn(8, 3) for _ in range(4)], torch.optim.SGD(net.parameters(), lr=0.1))
