"""Unresolved code receives containers of losses and numbers in each iteration, through which it reaches no gradient."""

import sys
import types

import torch
from torch import nn

records = types.ModuleType("records")
exec(
    """
def prepare(batch, options):
    return batch

def collect(history, losses):
    for name, value in losses.items():
        history.setdefault(name, []).append(float(value))
    return history

class Table:
    def add(self, rows):
        self.rows = [[float(value) for value in row] for row in rows]
""",
    records.__dict__,
)
sys.modules["records"] = records
from records import Table, collect, prepare


def train(model, criterion, optimizer, loader):
    history = {"loss": []}
    options = {"scale": 0.5, "sizes": [2, 3]}
    for batch in loader:
        x, y = prepare(batch, options)
        loss = criterion(model(x), y)
        loss.backward()  # ! GL501
        optimizer.step()
        history = collect(history, {"loss": loss})


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.table = Table()

    def epoch(self, loader):
        for x, y in loader:
            output = self.model(x)
            loss = nn.functional.mse_loss(output, y)
            loss.backward()  # ! GL501
            self.optimizer.step()
            self.table.add([[loss.item(), 1.0], [output.detach().mean(), 2.0]])


def fit(model, optimizer, loader):
    losses = []
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()  # ! GL501
        optimizer.step()
        losses.append(loss.item())
        print(collect({}, {"first": losses[0]}), Table().add([losses]))


hidden = eval
loader = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(4)]
models = [nn.Linear(3, 1) for _ in range(3)]
optimizers = [torch.optim.SGD(model.parameters(), lr=0.1) for model in models]
hidden("train")(models[0], nn.MSELoss(), optimizers[0], loader)
hidden("Trainer")(models[1], optimizers[1]).epoch(loader)
hidden("fit")(models[2], optimizers[2], loader)
