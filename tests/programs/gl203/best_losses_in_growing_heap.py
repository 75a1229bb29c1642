"""The losses of all candidates are in a heap, in which each new one gets a slot of its own."""

import torch
from torch import nn


class Candidate:
    def __init__(self, fitness, loss):
        self.fitness, self.loss = fitness, loss


class Heap:
    def __init__(self):
        self.array = []

    def push(self, candidate):
        self.array.append(candidate)  # ! GL203
        position = len(self.array) - 1
        while position > 0 and self.array[(position - 1) // 2].fitness > candidate.fitness:
            self.swap(position, (position - 1) // 2)
            position = (position - 1) // 2

    def swap(self, one, two):
        self.array[one], self.array[two] = self.array[two], self.array[one]


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
heap = Heap()
for _ in range(6):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    heap.push(Candidate(-loss.item(), loss))
print([candidate.fitness for candidate in heap.array])
