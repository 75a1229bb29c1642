import tempfile

import torch
from micro_batch_loss import forward
from micro_batches import accumulate
from torch import nn
from torch.nn.parallel import DistributedDataParallel

store = f"file://{tempfile.mkdtemp()}/store"
torch.distributed.init_process_group("gloo", init_method=store, rank=0, world_size=1)
model = DistributedDataParallel(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 3):
    first, second = batch.chunk(2)
    accumulate(model, first)
    forward(model, second).backward()
    optimizer.step()
    optimizer.zero_grad()
