"""A copy of a module with parameters builds a graph in evaluation."""

import torch
from torch import nn

import copy


class Pool(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(6, 1)

    def forward(self, x):
        return (x * self.score(x).softmax(dim=1)).sum(dim=1)


def validate(batches):
    pool = copy.deepcopy(Pool())
    pool.eval()
    return [pool(x).sum() for x in batches]  # ! GL301


print(len(validate(torch.randn(3, 4, 5, 6))))
