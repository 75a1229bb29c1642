"""The losses of the best candidates are in a heap of fixed size, whose least one is replaced."""

import torch
from torch import nn


class Candidate:
    def __init__(self, fitness, loss):
        self.fitness, self.loss = fitness, loss


class Heap:
    def __init__(self, array):
        self.array = array

    def replace(self, candidate):
        self.array[0] = candidate
        position = 0
        while True:
            left = 2 * position + 1
            right = 2 * position + 2
            if left >= len(self.array):
                break
            smaller = left
            if right < len(self.array) and self.array[right].fitness < self.array[left].fitness:
                smaller = right
            if self.array[position].fitness <= self.array[smaller].fitness:
                break
            self.swap(position, smaller)
            position = smaller

    def swap(self, one, two):
        self.array[one], self.array[two] = self.array[two], self.array[one]


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
heap = Heap([Candidate(float("-inf"), None) for _ in range(3)])
for _ in range(6):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if -loss.item() > heap.array[0].fitness:
        heap.replace(Candidate(-loss.item(), loss))
print([candidate.fitness for candidate in heap.array])
