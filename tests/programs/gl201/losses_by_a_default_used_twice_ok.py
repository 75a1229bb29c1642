"""The value of `or` and `and` is one of the operands: the graph of a list or an object in it is used again."""

import sys

import torch


class Holder:
    def __init__(self, loss):
        self.loss = loss


def train(extra, flag):
    model = torch.nn.Linear(3, 1)
    first = model(torch.ones(2, 3)).pow(2).mean()
    terms = extra or [first]
    first.backward(retain_graph=True)
    terms[0].backward()
    second = model(torch.ones(2, 3)).pow(2).mean()
    chosen = flag and [second]
    second.backward(retain_graph=True)
    chosen[0].backward()
    third = model(torch.ones(2, 3)).pow(2).mean()
    holder = flag and Holder(third)
    third.backward(retain_graph=True)
    holder.loss.backward()


train(sys.argv[5:], len(sys.argv) > 0)
