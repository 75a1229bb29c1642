"""An object that holds a tensor with a graph is copied."""
import copy

import torch
from vendorlib import make_model


class Memory:
    def __init__(self):
        self.last = None


model = make_model(4, 1)
memory = Memory()
memory.last = model(torch.randn(2, 4))  # <- built
saved = copy.deepcopy(memory)  # <- raised
