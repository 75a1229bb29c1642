"""The helper wraps any model, and does not search for unused parameters."""

import tempfile

import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def distribute(model):
    dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
    return DistributedDataParallel(model)  # ! GL603
