"""The sum of the losses is backpropagated by a function that another library calls."""

import sys
import types
from functools import partial

import torch
from torch import nn

library = types.ModuleType("worker_pool")
exec("def submit(task):\n    task()", library.__dict__)
sys.modules["worker_pool"] = library
from worker_pool import submit

model = nn.Linear(2, 1)
total = 0
for _ in range(5):
    total = total + model(torch.randn(4, 2)).pow(2).mean()
submit(partial(torch.autograd.backward, total))
