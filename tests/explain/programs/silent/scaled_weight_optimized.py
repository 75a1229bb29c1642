"""The optimizer is given the result of an operation."""
import torch
from vendorlib import make_weight

weight = make_weight(3) * 0.1  # <- built
optimizer = torch.optim.SGD([weight], lr=0.1)  # <- raised
