"""The network's list gets new tensors in place of its leaves, and the next update finds no gradient on them."""

import torch


class Perceptron:
    def __init__(self, sizes):
        self.weights = [torch.randn(a, b, requires_grad=True) for a, b in zip(sizes, sizes[1:])]

    def forward(self, x):
        for weight in self.weights[:-1]:
            x = torch.relu(x @ weight)
        return x @ self.weights[-1]

    def update(self, x, y, rate):
        (self.forward(x) - y).abs().mean().backward()
        for index in range(len(self.weights)):
            self.weights[index] = self.weights[index] - rate * self.weights[index].grad  # ! GL403


perceptron = Perceptron([3, 5, 1])
for _ in range(2):
    perceptron.update(torch.randn(7, 3), torch.randn(7, 1), rate=0.1)
