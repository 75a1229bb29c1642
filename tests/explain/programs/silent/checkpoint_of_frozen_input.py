"""A reentrant checkpoint whose input does not require grad."""
import torch
from torch.utils.checkpoint import checkpoint
from vendorlib import make_model

model = make_model(4, 2)
hidden = checkpoint(model, torch.randn(3, 4), use_reentrant=True)  # <- detached
hidden.mean().backward()  # <- raised
