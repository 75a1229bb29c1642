"""The output of a library's model is converted."""
import torch
from vendorlib import make_model

model = make_model(4, 1)
history = []
for x in torch.randn(2, 3, 4):
    output = model(x)  # <- built
    history.append(output.numpy())  # <- raised
