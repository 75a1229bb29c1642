"""Forward calls under no_grad reduce nothing; two losses of one forward call reach all parameters."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(3, 1), nn.Linear(3, 1)

    def forward(self, x):
        return self.left(x), self.right(x)


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
model = DistributedDataParallel(TwoHeads())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    left, right = model(x)
    left.mean().backward()
    with torch.no_grad():
        print(model(x)[0].mean().item())
    right.mean().backward()
    optimizer.step()
    optimizer.zero_grad()
