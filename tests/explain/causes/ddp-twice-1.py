"""Two reentrant checkpoints use the same layer in one forward pass of DistributedDataParallel."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, inputs):
        hidden = checkpoint(self.layer, inputs, use_reentrant=True)
        return checkpoint(self.layer, hidden, use_reentrant=True)


store = torch.distributed.HashStore()
torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
model = DistributedDataParallel(Net(), find_unused_parameters=True)
loss = model(torch.randn(2, 4, requires_grad=True)).mean()
loss.backward()  # raises
