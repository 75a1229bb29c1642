"""`yield from` passes on the losses of an inner generator, which are backpropagated a second time after the loop."""

import torch
from torch import nn

net = nn.Linear(3, 1)
first = net(torch.randn(4, 3)).pow(2).mean()


def data_terms():
    yield first


def terms():
    yield from data_terms()
    yield net(torch.randn(4, 3)).exp().mean()


for term in terms():
    term.backward()
first.backward()  # ! GL101
