"""Each demonstration is called in a block that prints any exception: their errors are what the script shows."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))


def second_backward():
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    loss.backward()


def backward_of_a_leaf_without_grad():
    torch.zeros(3).sum().backward()


def show(demonstration):
    try:
        demonstration()
    except Exception as error:
        print(f"{demonstration.__name__}: {error}")


show(second_backward)
for each in (second_backward, backward_of_a_leaf_without_grad):
    try:
        each()
    except Exception as error:
        print(error)
