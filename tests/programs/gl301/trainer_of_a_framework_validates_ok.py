"""An unresolved base class of a trainer calls its validation under no_grad."""

import torch
from torch import nn


class Framework:
    def run(self, batches):
        for batch in batches:
            self.step(batch)
        with torch.no_grad():
            eval("self.validate")(batches)


class Trainer(eval("Framework")):
    def __init__(self):
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, batch):
        self.optimizer.zero_grad()
        self.model(batch).mean().backward()
        self.optimizer.step()

    def validate(self, batches):
        losses = []
        for batch in batches:
            losses.append(self.model(batch).mean().item())
        print(sum(losses))


if __name__ == "__main__":
    eval("Trainer")().run([torch.ones(3, 4), torch.zeros(3, 4)])
