import tempfile

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def make_wrapped():
    dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
    return DistributedDataParallel(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)))
