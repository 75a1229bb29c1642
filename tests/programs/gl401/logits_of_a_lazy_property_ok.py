"""Logits become a leaf to compare two ways to compute the gradient with respect to them: a lazy property computes what is differentiated."""

import torch
from torch.distributions.utils import lazy_property


class Matching:
    def __init__(self, logits, steps=0):
        self.logits = logits
        self.steps = steps

    @lazy_property
    def total(self):
        scores = self.logits
        for _ in range(self.steps):
            scores = scores - scores.logsumexp(0, True) + scores.logsumexp(1, True)
        return scores.logsumexp(0).sum()


def agree(logits):
    exact, approximate = Matching(logits), Matching(logits, 5)
    one = torch.autograd.grad(exact.total, [logits])[0]
    two = torch.autograd.grad(approximate.total, [logits])[0]
    print((one - two).abs().max().item())


def compare(size):
    logits = torch.randn(size, size) * 10
    logits.requires_grad_()
    torch.autograd.gradcheck(lambda values: Matching(values.double()).total, logits.double())
    agree(logits)


compare(3)
