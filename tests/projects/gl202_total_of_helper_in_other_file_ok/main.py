"""This file has no backward and no mode switch; the result of a helper in the other file is added up as a number."""
import torch
from measures import distance
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
total = torch.zeros(())
for x in torch.rand(4, 5, 3):
    total += distance(model, x)
print(total)
