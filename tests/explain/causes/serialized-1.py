"""An output with its graph is put into a queue of another process."""

import torch
import torch.multiprocessing as mp
from torch import nn

queue = mp.SimpleQueue()
output = nn.Linear(4, 2)(torch.randn(3, 4))
queue.put(output)  # raises
