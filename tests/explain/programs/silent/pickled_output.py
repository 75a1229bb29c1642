"""A tensor with a graph is sent to another process."""
import torch
import torch.multiprocessing as mp
from vendorlib import make_model

queue = mp.SimpleQueue()
output = make_model(4, 2)(torch.randn(3, 4))  # <- built
queue.put(output)  # <- raised
