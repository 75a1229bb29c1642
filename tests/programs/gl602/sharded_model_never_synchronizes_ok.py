"""The gradients of a sharded model are reduced in each backward pass, as by default."""

import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

store = torch.distributed.HashStore()
torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
model = fully_shard(nn.Linear(3, 1), mesh=init_device_mesh("cpu", (1,)))
model.set_requires_gradient_sync(True)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
for batch in torch.randn(5, 8, 3):
    model(batch).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()
