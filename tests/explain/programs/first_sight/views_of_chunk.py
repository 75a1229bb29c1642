"""The chunks of a tensor are changed."""
import torch
from vendorlib import make_model

model = make_model(4, 6)
scale, shift = model(torch.randn(3, 4)).chunk(2, dim=1)  # <- built
scale.add_(1.0)  # <- raised
