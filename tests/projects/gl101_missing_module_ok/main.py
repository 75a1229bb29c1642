import torch
from torch import nn

from not_here import prepare, score
from .gone import other

model = nn.Linear(3, 1)
loss = model(torch.randn(2, 3)).pow(2).mean()
total = 0
for step in range(2):
    total += score(loss)
    prepare(loss)
loss.backward()
loss = model(torch.randn(2, 3)).pow(2).mean()
loss.backward()
