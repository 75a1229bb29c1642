import torch
from torch import nn


class Memory:
    def __init__(self, network):
        self._network = network
        self.stored = []

    def add(self, inputs):
        self.stored.append(inputs)

    def _classify(self, inputs):
        self._network.eval()
        scores = []
        for item in inputs:
            scores.append(self._network(item).argmax(dim=-1).numpy())  # ! GL301
        return scores

    def accuracy(self, targets):
        predicted = self._classify(self.stored)
        return sum((one == len(other)).mean() for one, other in zip(predicted, targets)) / len(targets)


def main(network, batches):
    memory = Memory(network)
    for inputs in batches:
        memory.add(inputs)
    return memory.accuracy(batches)


if __name__ == "__main__":
    eval("main")(nn.Linear(4, 2), [torch.ones(3, 4), torch.zeros(3, 4)])
