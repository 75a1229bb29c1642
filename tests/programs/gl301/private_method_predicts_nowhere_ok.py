import torch
from torch import nn


class Memory:
    def __init__(self, network):
        self._network = network
        self.stored = []

    def add(self, inputs):
        self.stored.append(inputs)

    def _classify_stored(self, inputs):
        self._network.eval()
        scores = []
        for item in inputs:
            scores.append(self._network(item).argmax(dim=-1).numpy())
        return scores


def main(network, batches):
    memory = Memory(network)
    for inputs in batches:
        memory.add(inputs)
    return len(memory.stored)


if __name__ == "__main__":
    main(nn.Linear(4, 2), [torch.ones(3, 4), torch.zeros(3, 4)])
