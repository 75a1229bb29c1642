"""The recursion collects the losses, and one backward frees them all."""

import torch
from torch import nn

combine = nn.Linear(4, 2)


class Node:
    def __init__(self, *children):
        self.children = children
        self.value = None

    def evaluate(self):
        below = [child.evaluate() for child in self.children] or [torch.randn(2), torch.randn(2)]
        self.value = torch.tanh(combine(torch.cat(below)))
        return self.value

    def loss(self):
        return self.value.pow(2).sum() + sum(child.loss() for child in self.children)


tree = Node(Node(Node(), Node()), Node())
tree.evaluate()
tree.loss().backward()
print(combine.bias.grad)
