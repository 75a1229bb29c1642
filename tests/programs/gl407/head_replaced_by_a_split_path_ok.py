"""The classifier is replaced under a path before the optimizer receives the parameters."""

import torch
from torch import nn

model = nn.ModuleDict({"encoder": nn.Linear(3, 4), "head": nn.Sequential(nn.ReLU(), nn.Linear(4, 2))})
owner, last = "head.1".rsplit(".", 1)
setattr(model.get_submodule(owner), last, nn.Linear(4, 5))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 8, 3):
    loss = model["head"](model["encoder"](batch)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
