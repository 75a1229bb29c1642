"""The layers of a list, as many as the settings say, build the graph of an evaluation before the head does."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.branches = nn.ModuleList(nn.Linear(3, size) for size in sizes)
        self.head = nn.Linear(sum(sizes), 2)

    def pool(self, x, branch):
        return branch(x).relu()  # ! GL301

    def score(self, x):
        return self.head(torch.cat([self.pool(x, branch) for branch in self.branches], 1))


def evaluate(model, batches):
    model.eval()
    total = 0.0
    for batch in batches:
        total += model.score(batch).sum().item()
    return total


def main(sizes):
    return evaluate(Net(sizes), torch.randn(2, 4, 3))


print(eval("main")([2, 3]))
