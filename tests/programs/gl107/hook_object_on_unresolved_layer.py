"""The output of an unresolved layer that a hook object saves is detached, and no backward can start from it."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])


class SaveFeatures:
    def __init__(self, module):
        self.features = torch.zeros(1)
        self.handle = module.register_forward_hook(self.save)

    def save(self, module, inputs, output):
        self.features = output.detach()


saved = SaveFeatures(list(network.children())[0])
image = torch.rand(1, 3, requires_grad=True)
optimizer = torch.optim.Adam([image], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    network(image)
    loss = -saved.features[0, 1].mean()
    loss.backward()  # ! GL107
    optimizer.step()
