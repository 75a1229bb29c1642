"""The weights were loaded into the parameters under no_grad; one step follows both backward passes."""

import torch
from torch import nn

source, model = nn.Linear(3, 3), nn.Linear(3, 3)
with torch.no_grad():
    for parameter, value in zip(model.parameters(), source.parameters()):
        parameter.data.copy_(value)
head = nn.Linear(3, 1)
optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()], lr=0.1)
features = model(torch.randn(4, 3)).relu()
near, far = head(features).mean(), head(features * 2).pow(2).mean()
near.backward(retain_graph=True)
far.backward()
optimizer.step()
