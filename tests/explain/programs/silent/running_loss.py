"""The running loss keeps the graphs of all iterations."""
import torch
from vendorlib import make_model

model = make_model(4, 1)
running = 0.0
for x in torch.randn(3, 5, 4):
    loss = model(x).pow(2).mean()  # <- built
    running = running + loss
    running.backward()  # <- raised, freed
