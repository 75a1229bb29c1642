"""Three losses share a stem, and the first two backwards must keep it; the third one is the last and need not."""

import torch
from torch import nn

stem = nn.Sequential(nn.Linear(5, 8), nn.Tanh())
tasks = nn.ModuleDict({"age": nn.Linear(8, 1), "height": nn.Linear(8, 1), "weight": nn.Linear(8, 1)})
optimizer = torch.optim.SGD([*stem.parameters(), *tasks.parameters()], lr=0.1)
for people in torch.randn(3, 4, 5):
    features = stem(people)
    errors = {name: head(features).pow(2).mean() for name, head in tasks.items()}
    optimizer.zero_grad()
    errors["age"].backward(retain_graph=True)
    errors["height"].backward(retain_graph=True)
    errors["weight"].backward(retain_graph=True)  # ! GL201
    optimizer.step()
