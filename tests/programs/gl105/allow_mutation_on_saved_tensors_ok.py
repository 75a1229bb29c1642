"""Inside this context PyTorch keeps a copy of what is changed in place, and there is no version check."""

import torch
from torch.autograd.graph import allow_mutation_on_saved_tensors

angle = torch.rand(4, requires_grad=True)
with allow_mutation_on_saved_tensors():
    wave = angle.sigmoid()
    wave *= 2
    wave.sum().backward()
print(angle.grad)
