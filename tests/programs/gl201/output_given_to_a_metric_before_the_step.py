"""A metric receives the output before the backward pass: the step follows directly, and nothing can use the graph in between."""

import sys
import types

import torch
from torch import nn

metrics = types.ModuleType("metrics")
exec(
    """
class Average:
    def __init__(self):
        self.outputs = []

    def update(self, *outputs):
        self.outputs.extend(outputs)

    def compute(self):
        return sum(float(output.detach().mean()) for output in self.outputs)
""",
    metrics.__dict__,
)
sys.modules["metrics"] = metrics
from metrics import Average


def fit(batches):
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    average = Average()
    for x in batches:
        output = model(x)
        average.update(output)
        loss = output.pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
        print(average.compute())


class Trainer:
    def __init__(self, model, loss, optimizer, history):
        self.model, self.loss, self.optimizer, self.history = model, loss, optimizer, history

    def train(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            outputs = self.model(x)
            loss = self.loss(outputs, y)
            for name in self.history:
                getattr(self, name)(outputs, loss)
            loss.backward(retain_graph=True)  # ! GL201
            self.optimizer.step()

    def largest(self, outputs, loss):
        return float(outputs.detach().max()) / float(loss)


def last_batch(model, optimizer, average, x):
    hidden = torch.tanh(model(x))
    average.update(hidden)
    optimizer.zero_grad()
    hidden.pow(2).mean().backward(retain_graph=True)  # ! GL201
    optimizer.step()
    return average.compute()


hidden = eval
fit([torch.randn(2, 3) for _ in range(4)])
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(4)]
hidden("Trainer")(model, nn.MSELoss(), optimizer, ["largest"]).train(loader)
hidden("last_batch")(model, optimizer, Average(), torch.randn(2, 3))
