"""The only call that is seen ends in a check of the class: it decides nothing about the forward passes after the check."""

import weakref

import torch
from torch import nn


class Scorer:
    def __init__(self, net):
        self.net = net

    def check(self, batches):
        if len(batches) == 0:
            raise ValueError("no batches")

    def rank_pages(self, batches):
        self.check(batches)
        self.net.eval()
        scores = []
        for x in batches:
            scores.append(self.net(x).argmax(1))  # ! GL301
        return torch.cat(scores)


scorer = Scorer(nn.Sequential(nn.Linear(3, 2)))
try:
    print(scorer.rank_pages([]))
except ValueError as error:
    print(error)
print(weakref.WeakMethod(scorer.rank_pages)()([torch.randn(4, 3) for _ in range(3)]))
