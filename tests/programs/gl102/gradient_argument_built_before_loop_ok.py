"""Every iteration passes the same gradient to backward; the graph that it was computed with is not used."""

import sys
import types

import torch

library = types.ModuleType("library")
exec("import torch\n\nlayer = torch.nn.Linear(3, 2)\n", library.__dict__)
sys.modules["library"] = library
from library import layer

critic = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Sigmoid())
batch = torch.randn(4, 3)
layer.train()
gradient = critic(batch)
for _ in range(3):
    layer.zero_grad()
    scores = layer(batch)
    scores.backward(gradient)
