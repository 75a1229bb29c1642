"""The layers of a program are applied by a method that calls itself for their inputs; it is not followed to its end."""

import json

import torch
from torch import nn


class Composed(nn.Module):
    def __init__(self):
        super().__init__()
        self.units = nn.ModuleDict({"scene": nn.Linear(4, 4), "filter": nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.2))})
        self.head = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))

    def run(self, x, program, place):
        unit = self.units[program[place]]
        if program[place] == "scene":
            return unit(x)
        return unit(self.run(x, program, place + 1))

    def forward(self, x, program):
        return self.head(self.run(x, program, 0))


class Trainer:
    def __init__(self, model, program):
        self.model, self.program = model, program
        self.optimizer = torch.optim.Adam(model.parameters())

    def accuracy(self, batches):
        self.model.eval()  # ! GL309
        with torch.no_grad():
            return sum((self.model(x, self.program).argmax(1) == y).float().mean().item() for x, y in batches)

    def fit(self, batches):
        self.model.train()
        for _ in range(3):
            for x, y in batches:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x, self.program), y).backward()
                self.optimizer.step()
            print(self.accuracy(batches))


Trainer(Composed(), json.loads('["filter", "filter", "scene"]')).fit([(torch.randn(4, 4), torch.randint(2, (4,))) for _ in range(3)])
