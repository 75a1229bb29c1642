"""The layers are switched on before the last backward pass of a step."""

import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

store = torch.distributed.HashStore()
torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])

    def forward(self, hidden):
        for layer in self.layers:
            hidden = layer(hidden).tanh()
        return hidden


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def accumulate(self, batches):
        self.model.set_requires_gradient_sync(False)
        for batch in batches:
            self.model(batch).square().mean().backward()

    def fit(self, groups):
        for first, last in groups:
            self.accumulate(first)
            self.model.set_requires_gradient_sync(True)
            self.model(last).square().mean().backward()
            self.optimizer.step()
            self.optimizer.zero_grad()


blocks = fully_shard(Blocks(), mesh=init_device_mesh("cpu", (1,)))
Trainer(blocks).fit([(torch.randn(2, 3, 4), torch.randn(3, 4)) for _ in range(3)])
