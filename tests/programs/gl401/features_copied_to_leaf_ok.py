"""The leaf made of the features collects the gradient that the first part is then trained with."""

import torch
from torch import nn

first, second = nn.Linear(4, 3), nn.Linear(3, 1)
opt = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
for x in torch.randn(3, 8, 4):
    opt.zero_grad()
    features = first(x)
    cut = torch.tensor(features.tolist(), requires_grad=True)
    second(cut).pow(2).mean().backward()
    features.backward(cut.grad)
    opt.step()
