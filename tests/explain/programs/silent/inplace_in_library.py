"""A function of a library changes the activation in place."""
import torch
from vendorlib import normalize_

weight = torch.randn(3, requires_grad=True)
gate = torch.exp(weight)
normalize_(gate)  # <- changed
gate.sum().backward()  # <- raised
