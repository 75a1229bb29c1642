"""Outputs are collected in a list before they are detached, and another method backpropagates through the list, layer by layer."""

import torch
from torch import nn


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.second = nn.Linear(4, 2)

    def forward(self, inputs):
        self.inputs, self.outputs = [], []
        for layer in (self.first, self.second):
            inputs = inputs.detach().requires_grad_()
            self.inputs.append(inputs)
            inputs = layer(inputs)
            self.outputs.append(inputs)
        return inputs

    def backward_layers(self, gradient):
        for place, output in reversed(list(enumerate(self.outputs))):
            output.backward(gradient)
            gradient = self.inputs[place].grad


network = eval("Layers")()
output = network(torch.randn(2, 3))
network.backward_layers(torch.ones_like(output))
