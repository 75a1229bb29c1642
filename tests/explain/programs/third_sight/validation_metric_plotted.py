"""The history of a callback is plotted with the graph of its losses."""
import numpy as np
import torch
from vendorlib import make_model


class History:
    def __init__(self):
        self.values = []

    def on_batch_end(self, loss):
        self.values.append(loss)

    def curve(self):
        return np.stack([value.numpy() for value in self.values])  # <- raised


model, history = make_model(3, 1), History()
for x in torch.randn(4, 2, 3):
    loss = model(x).pow(2).mean()  # <- built
    loss.backward()
    history.on_batch_end(loss)
print(history.curve().max())
