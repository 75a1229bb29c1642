"""Only the last micro-batch before a step reduces its gradients."""

import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

store = torch.distributed.HashStore()
torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)


def train(model, batches, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for index, batch in enumerate(batches):
        last = (index + 1) % every == 0
        model.set_requires_gradient_sync(last)
        loss = model(batch).square().mean() / every
        loss.backward()
        if last:
            optimizer.step()
            optimizer.zero_grad()


network = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
fully_shard(network, mesh=init_device_mesh("cpu", (1,)))
train(network, torch.randn(4, 8, 3), 2)
