"""Rows are looked up by a method that evaluation alone calls, with grad mode on: no backward walks what it builds."""
import torch
from torch import nn


class Rows(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = nn.Embedding(9, 4)

    def forward(self, first, second):
        return self.rows(first).tanh(), self.rows(second).tanh()

    def look_up(self, numbers):
        return self.rows(numbers).tanh()  # ! GL301


def evaluate(model):
    scores = []
    for number in range(3):
        first, second = model.look_up(torch.tensor([number])), model.look_up(torch.tensor([number + 1]))
        scores.append(float((first * second).sum()))
    return scores


model = Rows()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    first, second = model(torch.tensor([1, 2]), torch.tensor([3, 4]))
    optimizer.zero_grad()
    (first * second).mean().backward()
    optimizer.step()
print(evaluate(model))
