"""The target is a prediction that is computed once before the loop, and the first iteration frees its graph."""

import sys
import types

import torch

scoring = types.ModuleType("scoring")
exec("import torch\n\ndef scores(inputs):\n    return torch.rand(1, 4).double()\n", scoring.__dict__)
sys.modules["scoring"] = scoring
from scoring import scores

net = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
inputs = torch.randn(4, 3)
teacher = scores(inputs)
teacher = teacher.float()
teacher = teacher.squeeze()
target = net(inputs).squeeze() * teacher
for _ in range(3):
    optimizer.zero_grad()
    loss = (net(inputs).squeeze() * target).mean()
    loss.backward()  # ! GL102
    optimizer.step()
