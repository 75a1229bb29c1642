import torch
from torch import nn

try:
    from fast import measure
except ImportError:
    from slow import measure


def train():
    from steps import walk

    model = nn.Linear(3, 1)
    loss = measure(model(torch.randn(2, 3)))
    walk(loss)
    loss = measure(model(torch.randn(2, 3)))
    walk(loss)


train()
