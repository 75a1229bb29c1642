"""The embedding is detached where it is computed, and the second backward needs weights that the step has changed."""

import torch
from torch import nn

embed, one, two = nn.Linear(3, 4), nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*one.parameters(), *two.parameters()], lr=0.1)
x = torch.randn(5, 3)
features = embed(x).relu().detach()  # ! GL304
score = two(one(features))
first, second = score.mean(), score.pow(2).mean()
first.backward(retain_graph=True)
optimizer.step()
second.backward()  # ! GL104
