"""The hook is registered on a module found by its name, and the attribute of its owner, first a number, takes the output."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])


class Visualization:
    def __init__(self, model, name):
        self.model = model
        self.output = 0
        dict(self.model.named_modules())[name].register_forward_hook(self.hook)

    def hook(self, module, inputs, output):
        self.output = output[:, 0]

    def run(self, image):
        optimizer = torch.optim.Adam([image], lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            self.model(image)
            loss = -torch.mean(self.output)
            loss.backward()
            optimizer.step()


Visualization(network, "0").run(torch.rand(2, 3, requires_grad=True))
