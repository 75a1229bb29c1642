import torch
import torch.multiprocessing as mp
from torch import nn

queue = mp.SimpleQueue()
with torch.no_grad():
    output = nn.Linear(4, 2)(torch.randn(3, 4))
queue.put(output)
