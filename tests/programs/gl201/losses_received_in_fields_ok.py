"""The losses that a method receives share a graph, which the second backward needs. A state is computed, not received."""

import torch
from torch import nn


class Balancer:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def receive(self, losses):
        self.first = losses["first"]
        self.second = losses["second"]

    def update(self, number):
        self.optimizer.zero_grad()
        self.first.backward(retain_graph=True)
        self.second.backward()
        self.optimizer.step()


class Scaler:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def receive(self, losses):
        self.first, self.second = losses

    def update(self, number):
        self.optimizer.zero_grad()
        (0.5 * self.first).backward(retain_graph=True)
        (0.5 * self.second).backward()
        self.optimizer.step()


class Unrolled:
    def __init__(self, options):
        self.cell = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
        self.scale = options["scale"]

    def begin(self, batch):
        self.state = self.cell(batch["state"]) * self.scale

    def update(self, number):
        self.output = torch.tanh(self.cell(self.state))
        self.output.exp().mean().backward(retain_graph=True)


hidden = eval
model = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
sgd = torch.optim.SGD(model.parameters(), lr=0.1)
balancer, scaler = hidden("Balancer")(sgd), hidden("Scaler")(sgd)
output = model(torch.randn(2, 3))
balancer.receive({"first": output.mean(), "second": output.exp().mean()})
balancer.update(0)
output = model(torch.randn(2, 3))
scaler.receive((output.mean(), output.exp().mean()))
scaler.update(0)
unrolled = hidden("Unrolled")({"scale": 0.5})
unrolled.begin({"state": torch.randn(2, 3)})
for number in range(2):
    unrolled.update(number)
