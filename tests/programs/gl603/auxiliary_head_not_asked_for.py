"""The model has an auxiliary head, and the training loop does not ask for its output."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Segmenter(nn.Module):
    def __init__(self, auxiliary=False):
        super().__init__()
        self.encoder, self.decoder = nn.Conv2d(3, 4, 3), nn.Conv2d(4, 1, 1)
        self.auxiliary = nn.Conv2d(4, 1, 1) if auxiliary else None

    def forward(self, x, with_auxiliary=False):
        features = torch.relu(self.encoder(x))
        masks = [self.decoder(features)]
        if with_auxiliary and self.auxiliary is not None:
            masks.append(self.auxiliary(features))
        return masks


dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
segmenter = Segmenter(auxiliary=True)
parallel = nn.parallel.DistributedDataParallel(segmenter, find_unused_parameters=False)  # ! GL603
optimizer = torch.optim.Adam(parallel.parameters())
for x in torch.rand(3, 2, 3, 6, 6):
    masks = parallel(x)
    loss = sum(mask.sigmoid().mean() for mask in masks)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
