"""autograd.grad through a reentrant checkpoint."""
import torch
from torch.utils.checkpoint import checkpoint
from vendorlib import make_model

model = make_model(4, 2)
x = torch.randn(3, 4, requires_grad=True)
hidden = checkpoint(model, x, use_reentrant=True)  # <- other
(grad,) = torch.autograd.grad(hidden.sum(), x)  # <- raised
