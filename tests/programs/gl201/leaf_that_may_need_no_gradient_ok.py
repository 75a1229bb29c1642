"""The shift may be learnt, which is known at run time; a leaf saves nothing, so no later backward needs the retained graph."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--learn", type=int, default=1)
options = parser.parse_args([])
model = nn.Linear(3, 1)
shift = nn.Parameter(torch.zeros(1), requires_grad=bool(options.learn))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.rand(4, 5, 3):
    loss = (model(x) + shift).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
