"""The hook sets another attribute than the one that the loss is made of."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])


class Visualization:
    def __init__(self, model):
        self.model = model
        self.output = torch.zeros(1)
        self.seen = 0
        self.model[0].register_forward_hook(self.hook)

    def hook(self, module, inputs, output):
        self.seen = output[:, 0]

    def run(self, image):
        for _ in range(3):
            self.model(image)
            loss = -torch.mean(self.output)
            loss.backward()  # ! GL107


Visualization(network).run(torch.rand(2, 3, requires_grad=True))
