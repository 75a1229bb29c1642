"""The loss of two heads frees the graph, too."""

import torch
from torch import nn

backbone = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.ReLU(), nn.Flatten())
features = torch.compile(backbone, backend="aot_eager", dynamic=False)
heads = [nn.Linear(64, 2), nn.Linear(64, 3)]
optimizer = torch.optim.SGD([*backbone.parameters(), *heads[0].parameters(), *heads[1].parameters()], lr=0.01)
images = torch.randn(2, 1, 8, 8)
optimizer.zero_grad()
heads[0](features(images)).pow(2).mean().backward()
optimizer.step()
optimizer.zero_grad()
shared = features(images)
loss = heads[0](shared).pow(2).mean() + heads[1](shared).pow(2).mean()
loss.backward()
optimizer.step()
