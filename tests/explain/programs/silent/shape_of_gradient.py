"""The gradient has another shape than the output."""
import torch
from vendorlib import make_model

outputs = make_model(4, 2)(torch.randn(3, 4))  # <- built
outputs.backward(torch.ones(2))  # <- raised
