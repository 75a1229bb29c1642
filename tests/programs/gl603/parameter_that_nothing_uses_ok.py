"""Forward adds the positional parameter."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Encoder(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        self.position = nn.Parameter(torch.zeros(length, width))
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(2)])

    def forward(self, x):
        x = x + self.position
        for layer in self.layers:
            x = x + torch.relu(layer(x))
        return x


class Trainer:
    def __init__(self, encoder):
        self.model = DistributedDataParallel(encoder)
        self.optimizer = torch.optim.SGD(encoder.parameters(), lr=0.01, momentum=0.9)

    def step(self, batch):
        loss = self.model(batch).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def fit(self, batches):
        return [self.step(batch) for batch in batches]


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
trainer = Trainer(Encoder(5, 4))
print(sum(trainer.fit(torch.randn(3, 2, 5, 4))))
