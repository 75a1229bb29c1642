"""Ignite's engines call the steps, and a handler runs the evaluator: both steps are complete by themselves."""

import sys
import types

import torch

ignite = types.ModuleType("ignite")
exec(
    """
class Events:
    EPOCH_COMPLETED = "epoch"

class State:
    pass

class Engine:
    def __init__(self, process):
        self.process, self.handlers, self.state = process, [], State()
    def on(self, event):
        def register(handler):
            self.handlers.append(handler)
            return handler
        return register
    def run(self, data, max_epochs=1):
        for _ in range(max_epochs):
            for batch in data:
                self.state.output = self.process(self, batch)
            for handler in self.handlers:
                handler(self)
""",
    ignite.__dict__,
)
sys.modules["ignite"] = ignite
sys.modules["ignite.engine"] = ignite
from ignite.engine import Engine, Events

model = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = [(torch.randn(5, 4), torch.randint(0, 2, (5,))) for _ in range(3)]


def train_step(engine, batch):
    model.train()
    optimizer.zero_grad()
    x, y = batch
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


def validation_step(engine, batch):
    model.eval()
    with torch.no_grad():
        x, y = batch
        return model(x), y


trainer, evaluator = Engine(train_step), Engine(validation_step)


@trainer.on(Events.EPOCH_COMPLETED)
def validate(engine):
    evaluator.run(data)


trainer.run(data, max_epochs=2)
