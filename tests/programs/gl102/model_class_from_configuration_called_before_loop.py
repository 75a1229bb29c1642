"""The class is looked up by a name from the configuration; its one forward pass is backpropagated by each iteration all the same."""

import json

import torch
import torch.nn.functional as F
from torch import nn

config = json.loads('{"layer": "Linear", "epochs": 3}')
model = getattr(nn, config["layer"])(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = F.cross_entropy(model(torch.randn(6, 4)), torch.randint(0, 2, (6,)))
for epoch in range(config["epochs"]):
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
