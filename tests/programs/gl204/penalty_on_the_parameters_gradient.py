"""The parameters' gradients have a graph for the penalty, and nothing resets them after the backward of the penalty."""

import torch
from torch import nn


class Flatness:
    def __init__(self, network):
        self.network = network

    def measure(self, batch, target):
        loss = nn.functional.mse_loss(self.network(batch), target)
        loss.backward(create_graph=True)  # ! GL204
        slopes = [parameter.grad for parameter in self.network.parameters()]
        return sum(slope.pow(2).sum() for slope in slopes).sqrt().item()


flatness = Flatness(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)))
print(flatness.measure(torch.randn(5, 3), torch.randn(5, 1)))
