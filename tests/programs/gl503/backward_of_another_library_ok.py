"""The backward pass is run by code that is not followed, which receives the loss."""

import torch
from torch import nn


def run(engine):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        loss = model(torch.rand(4, 3)).pow(2).mean()
        engine(loss)
        optimizer.step()


def method_of_tensors(name):
    return getattr(torch.Tensor, name)


run(method_of_tensors("backward"))
