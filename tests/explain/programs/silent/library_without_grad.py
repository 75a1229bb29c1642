"""A function of a library computes the features without grad mode."""
import torch
from vendorlib import extract, make_model

model = make_model(4, 2)
features = extract(model, torch.randn(3, 4))  # <- detached
loss = features.pow(2).mean()
loss.backward()  # <- raised
