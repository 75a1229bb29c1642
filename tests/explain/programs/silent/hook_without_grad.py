"""A hook is registered on a tensor without a graph."""
import torch
from vendorlib import extract, make_model

features = extract(make_model(4, 2), torch.randn(3, 4))  # <- detached
features.register_hook(lambda grad: grad * 2)  # <- raised
