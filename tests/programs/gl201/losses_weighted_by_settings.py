"""Settings of an unresolved mapping or base class weight the terms of the loss: they have no graph."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("library")
exec(
    """
class Algorithm:
    def __init__(self, coefficient):
        self.coefficient = coefficient
""",
    library.__dict__,
)
sys.modules["library"] = library
from library import Algorithm


class Agent:
    def __init__(self, config, model, optimizer):
        self.config, self.model, self.optimizer = config, model, optimizer

    def fit(self, batches):
        for x in batches:
            predicted, commitment = self.model(x)
            loss = nn.functional.mse_loss(predicted, x) + self.config["commit"] * commitment.mean()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # ! GL201
            self.optimizer.step()


class Policy(Algorithm):
    def train(self, network, optimizer, batches):
        for x in batches:
            loss = network(x).pow(2).mean() + network(x).abs().mean() * self.coefficient
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # ! GL201
            optimizer.step()


def distill(options, student, optimizer, batches):
    for x in batches:
        output = torch.tanh(student(x))
        loss = output.abs().mean() * options["scale"] + output.pow(2).mean() / options["temperature"]
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


class Model(nn.Linear):
    def forward(self, x):
        predicted = super().forward(x)
        return predicted, predicted.pow(2)


hidden = eval
batches = [torch.randn(2, 3) for _ in range(4)]
model = Model(3, 3)
hidden("Agent")({"commit": 0.5}, model, torch.optim.SGD(model.parameters(), lr=0.1)).fit(batches)
network = nn.Linear(3, 1)
hidden("Policy")(0.1).train(network, torch.optim.SGD(network.parameters(), lr=0.1), batches)
hidden("distill")({"scale": 0.5, "temperature": 2.0}, network, torch.optim.SGD(network.parameters(), lr=0.1), batches)
