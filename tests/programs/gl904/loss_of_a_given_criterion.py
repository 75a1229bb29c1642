"""The criterion is of another library: that `backward()` needs no gradient argument shows that its result is one number."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("criteria")
exec("import torch\n\ndef squares(a, b):\n    return (a - b).square().mean()", library.__dict__)
sys.modules["criteria"] = library

import criteria

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0.0
for inputs in torch.rand(4, 6, 3):
    optimizer.zero_grad()
    loss = criteria.squares(model(inputs), inputs.sum(1, keepdim=True))
    loss.backward()
    optimizer.step()
    total += loss.data[0]  # ! GL904
