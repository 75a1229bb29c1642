"""The model comes from a library; two losses share its outputs."""
import torch
from vendorlib import make_model

model = make_model(4, 2)
outputs = model(torch.randn(3, 4))  # <- built
first = outputs.pow(2).mean()
second = outputs.abs().mean()
first.backward()  # <- freed
second.backward()  # <- raised
