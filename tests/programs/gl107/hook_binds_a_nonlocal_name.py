"""The hook binds a name of the enclosing function, to an output that is computed with grad mode off."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])


def dream(model, image, steps):
    activation = torch.zeros(1)

    def hook(module, inputs, output):
        nonlocal activation
        activation = output

    handle = model[1].register_forward_hook(hook)
    for _ in range(steps):
        with torch.no_grad():
            model(image)
        loss = activation.mean()
        loss.backward()  # ! GL107
        image.data += image.grad * 0.1
        image.grad.zero_()
    handle.remove()


dream(network, torch.rand(1, 3, requires_grad=True), 3)
