"""Every node's loss is backpropagated by the recursion, and each contains the graphs of the children that it visits afterwards."""

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

    def walk(self):
        self.value.pow(2).sum().backward()  # ! GL101
        for child in self.children:
            child.walk()


tree = Node(Node(Node(), Node()), Node())
tree.evaluate()
tree.walk()
print(combine.bias.grad)
