"""A method looks up rows for evaluation and for forward: only in training a backward uses its graph."""

import torch
from torch import nn


class Rows(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = nn.Embedding(9, 4)

    def forward(self, first, second):
        return self.look_up(first), self.look_up(second)

    def look_up(self, numbers):
        return self.rows(numbers).tanh()


def evaluate(model):
    lengths = []
    for number in range(3):
        row = model.look_up(torch.tensor([number]))  # ! GL301
        lengths.append(float(row.norm()))
    return lengths


model = Rows()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    first, second = model(torch.tensor([1, 2]), torch.tensor([3, 4]))
    optimizer.zero_grad()
    (first * second).mean().backward()
    optimizer.step()
print(evaluate(model))
