"""A penalty is zero only if the score does not depend on the input at all."""

import torch
from torch import nn


def penalty(scores, inputs):
    found = torch.autograd.grad(scores.sum(), inputs, create_graph=True, allow_unused=True)
    slope = found[0]
    if slope is not None:
        size = slope.norm(dim=1)
    else:
        size = torch.zeros(len(inputs))
    (size - 1).pow(2).mean().backward()


model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
inputs = torch.rand(5, 3, requires_grad=True)
eval("penalty")(model(inputs), inputs)
print(model[0].weight.grad.norm())
