"""The layers are registered in a loop over names that are known only at run time."""

import pickle

import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, layers):
        super().__init__()
        for name in layers.keys():
            self.add_module(name, layers.get(name))


def train(layers):
    model = Stack(layers)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    sum(parameter.pow(2).sum() for parameter in model.parameters()).backward()
    optimizer.step()


train(pickle.loads(pickle.dumps({"first": nn.Linear(3, 3), "second": nn.Linear(3, 1)})))
