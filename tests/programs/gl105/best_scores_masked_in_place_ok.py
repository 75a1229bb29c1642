"""The scores are masked in a detached copy."""

import torch
from torch import nn

scorer = nn.Linear(4, 6)
weights = scorer(torch.randn(4)).softmax(dim=0)
left = weights.detach().clone()
picked = []
for _ in range(3):
    best = left.argmax().item()
    picked.append(weights[best])
    left[best] = 0.0
loss = -torch.stack(picked).log().sum()
loss.backward()
