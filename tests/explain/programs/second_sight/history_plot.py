"""The losses are plotted as arrays."""
import numpy as np
import torch
from vendorlib import make_model

model = make_model(4, 1)
history = []
for x in torch.randn(3, 2, 4):
    loss = model(x).pow(2).mean()  # <- built
    loss.backward()
    history.append(loss)
curve = np.array([value.numpy() for value in history])  # <- raised
