"""The gradient of a value without a graph is to be retained."""
import torch
from vendorlib import extract, make_model

features = extract(make_model(4, 2), torch.randn(3, 4))  # <- detached
features.retain_grad()  # <- raised
