"""A saliency hook on an input that does not require grad."""
import torch
from vendorlib import make_model

model = make_model(4, 2)
image = torch.randn(1, 4)  # <- leaf
image.register_hook(lambda grad: print(grad.abs().max()))  # <- raised
model(image).sum().backward()
