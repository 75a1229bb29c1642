"""Model and optimizer are unresolved, and the loop with backward and step has no zero_grad."""

import json

import torch
from torch import nn

config = json.loads('{"layer": ["Linear", 3, 1], "optimizer": "RMSprop"}')
kind, *sizes = config["layer"]
model = getattr(nn, kind)(*sizes)
optimizer = getattr(torch.optim, config["optimizer"])(model.parameters())
for batch in torch.randn(4, 5, 3):
    loss = model(batch).abs().mean()
    loss.backward()  # ! GL501
    optimizer.step()
