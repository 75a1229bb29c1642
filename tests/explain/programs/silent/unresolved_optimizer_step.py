"""The optimizer of a library steps between two backward passes."""
import torch
from vendorlib import make_model, make_optimizer

model = make_model(4, 2)
optimizer = make_optimizer(model.parameters())
outputs = model(torch.randn(3, 4))
first, second = outputs.pow(2).mean(), outputs.abs().mean()
first.backward(retain_graph=True)
optimizer.step()  # <- changed
second.backward()  # <- raised
