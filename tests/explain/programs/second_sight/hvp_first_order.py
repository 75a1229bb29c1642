"""The second derivative is taken of a gradient without a graph."""
import torch
from vendorlib import make_weight

w = make_weight(3)
loss = w.pow(3).sum()
(gradient,) = torch.autograd.grad(loss, w)  # <- detached
product = (gradient * torch.ones(3)).sum()
product.backward()  # <- raised
