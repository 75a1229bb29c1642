import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, inputs):
        hidden = checkpoint(self.layer, inputs, use_reentrant=False)
        return checkpoint(self.layer, hidden, use_reentrant=False)


store = torch.distributed.HashStore()
torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
model = DistributedDataParallel(Net())
loss = model(torch.randn(2, 4)).mean()
loss.backward()
