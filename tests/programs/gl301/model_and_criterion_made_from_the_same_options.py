"""The criterion and the model are made from the same options: the criterion holds no model through which it could backpropagate."""

import sys
from types import ModuleType

import torch
from torch import nn

tasks = ModuleType("many_tasks")


class Criterion:
    def __init__(self, options):
        self.weights = options["weights"]

    def __call__(self, outputs, target):
        return {name: weight * (outputs - target).pow(2).mean() for name, weight in self.weights.items()}


tasks.Model = lambda options: nn.Linear(options["size"], 1)
tasks.Criterion = Criterion
sys.modules["many_tasks"] = tasks

from many_tasks import Criterion as Losses  # noqa: E402
from many_tasks import Model  # noqa: E402


def evaluate(config, batches):
    options = config["tasks"]
    model = Model(options)
    criterion = Losses(options)
    model.eval()
    total = 0.0
    for inputs, target in batches:
        outputs = model(inputs)  # ! GL301
        losses = criterion(outputs, target)
        total += sum(loss.item() for loss in losses.values())
    return total / len(batches)


if __name__ == "__main__":
    config = {"tasks": {"size": 3, "weights": {"first": 1.0, "second": 0.5}}}
    print(evaluate(config, [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]))
