"""The unresolved model returns its losses by name: how many there are, and whether they share a graph, is unknown."""

import torch
from torch import nn


class Wrapped(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, inputs):
        return {"loss": self.layer(inputs).pow(2).mean()}


def step(models, optimizers, inputs):
    model = models["main"]
    model.train()
    optimizers["main"].zero_grad()
    outputs = model(inputs)
    for loss in outputs.values():
        loss.backward()
    optimizers["main"].step()
    return outputs


wrapped = Wrapped()
{"step": step}["st" + "ep"]({"main": wrapped}, {"main": torch.optim.SGD(wrapped.parameters(), lr=0.1)}, torch.randn(4, 3))
