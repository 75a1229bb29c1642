"""The loss's graph is retained for a callback that is found at run time and runs backward again."""

import json

import torch
from torch import nn


def sensitivity(network, loss):
    network.zero_grad()
    loss.backward()
    return network.weight.grad.norm().item()


CALLBACKS = {"sensitivity": sensitivity, "nothing": lambda network, loss: 0.0}
callback = CALLBACKS[json.loads('{"callback": "sensitivity"}')["callback"]]
network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    loss = network(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    print(callback(network, loss))
