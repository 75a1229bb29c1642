"""The gradient of a result is None."""
import torch
from vendorlib import make_weight

weight = make_weight(3) * 0.1  # <- built
loss = weight.pow(2).sum()
loss.backward()
weight.grad.zero_()  # <- raised
