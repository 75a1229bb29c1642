"""A trainer with an unresolved base class switches the training mode for its own validation, under no_grad."""

import torch
from torch import nn


class Framework:
    def run(self, batches):
        for batch in batches:
            self.step(batch)
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
        self.model.eval()
        losses = []
        with torch.no_grad():
            for batch in batches:
                losses.append(self.model(batch).mean().item())
        self.model.train()
        print(sum(losses))


if __name__ == "__main__":
    eval("Trainer")().run([torch.ones(3, 4), torch.zeros(3, 4)])
