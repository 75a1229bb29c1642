"""The arguments of the program select the network and configure the metric, which receives the predictions."""

import sys
from types import ModuleType

import torch
from torch import nn

zoo = ModuleType("network_zoo")


class Metric:
    def __init__(self, arguments):
        self.margin, self.seen = arguments.margin, []

    def __call__(self, predictions, labels):
        self.seen.append(float(((predictions.argmax(1) == labels).float() - self.margin).mean()))


zoo.create = lambda arguments: nn.Sequential(nn.Linear(3, arguments.width), nn.ReLU(), nn.Linear(arguments.width, 2))
zoo.Metric = Metric
sys.modules["network_zoo"] = zoo

import network_zoo  # noqa: E402


class Validation:
    def __init__(self, arguments):
        self.network = network_zoo.create(arguments)
        self.metric = network_zoo.Metric(arguments)

    def run(self, batches):
        self.network.eval()
        for inputs, labels in batches:
            predictions = self.network(inputs)  # ! GL301
            self.metric(predictions, labels)
        return self.metric.seen


class Arguments:
    width, margin = 6, 0.1


if __name__ == "__main__":
    print(Validation(Arguments()).run([(torch.randn(8, 3), torch.randint(0, 2, (8,))) for _ in range(4)]))
