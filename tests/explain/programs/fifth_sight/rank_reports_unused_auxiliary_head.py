"""A process of a distributed run: the auxiliary head is only used in training with labels."""
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.main, self.auxiliary = nn.Linear(4, 4), nn.Linear(4, 2), nn.Linear(4, 1)

    def forward(self, x, with_auxiliary=False):
        h = self.body(x).relu()
        return (self.main(h), self.auxiliary(h)) if with_auxiliary else (self.main(h), None)


model = nn.parallel.DistributedDataParallel(TwoHeads())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(3, 2, 4):
    logits, extra = model(x)  # <- raised
    optimizer.zero_grad()
    logits.pow(2).mean().backward()
    optimizer.step()
