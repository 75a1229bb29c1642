"""Unresolved code receives the loss after the step, which has modified the weights that the graph saves."""

import sys
import types

import torch
from torch import nn

watch = types.ModuleType("watch")
exec(
    """
class Meter:
    def __init__(self):
        self.values = []

    def update(self, value, count):
        self.values.append(float(value) * count)

class Adversary:
    def __init__(self, critic, optimizer):
        self.critic, self.optimizer = critic, optimizer

    def update(self, fake):
        self.optimizer.zero_grad()
        self.critic(fake).mean().neg().backward()
        self.optimizer.step()

def top(output, labels):
    return (output.argmax(1) == labels).float().mean()
""",
    watch.__dict__,
)
sys.modules["watch"] = watch
from watch import Meter, top


def train(model, criterion, optimizer, loader):
    losses, accuracies = Meter(), Meter()
    for x, labels in loader:
        output = model(x)
        loss = criterion(output, labels)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
        losses.update(loss, x.size(0))
        accuracies.update(top(output, labels), x.size(0))
    return loss, output


def report(model, loader):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    meter = Meter()
    for x, labels in loader:
        loss = nn.functional.cross_entropy(model(x), labels)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
        meter.update(loss, 1)


hidden = eval
batches = [(torch.randn(2, 3), torch.tensor([0, 1])) for _ in range(4)]
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
hidden("train")(model, nn.CrossEntropyLoss(), torch.optim.SGD(model.parameters(), lr=0.1), batches)
report(model, batches)
