"""The teacher is frozen before its validation, which is called on one of many ways."""

import random

import torch
from torch import nn


def freeze(*models):
    for model in models:
        model.eval()
        for parameter in model.parameters():
            parameter.requires_grad_(False)


class Distillation:
    def __init__(self, options):
        self.options = options
        self.teacher, self.student = nn.Linear(2, 3), nn.Linear(2, 3)
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=0.1)

    def fit(self):
        freeze(self.teacher)
        self.epochs()

    def epochs(self):
        log = []
        for epoch in range(4):
            inputs = torch.randn(4, 2)
            self.optimizer.zero_grad()
            outputs = self.student(inputs)
            if self.options["kind"] == "squares":
                loss = (outputs - 1).pow(2).mean()
            elif self.options["kind"] == "hinge":
                loss = -outputs.mean()
            else:
                loss = outputs.exp().mean()
            loss.backward()
            self.optimizer.step()
            if self.options["log"] > random.random():
                log.append(loss.item())
            if self.options["clip"]:
                log.append(epoch)
            log.append(self.validate(inputs))
        return log

    def validate(self, inputs):
        total = 0.0
        for part in inputs.split(2):
            total += self.teacher(part).mean().item()
        return total


Distillation({"kind": "hinge", "log": 0.5, "clip": False}).fit()
