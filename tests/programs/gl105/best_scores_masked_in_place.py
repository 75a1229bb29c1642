"""While the loop picks the best score, it strikes out what it has picked, in the tensor that softmax saved."""

import torch
from torch import nn

scorer = nn.Linear(4, 6)
weights = scorer(torch.randn(4)).softmax(dim=0)
picked = []
for _ in range(3):
    best = weights.argmax().item()
    picked.append(weights[best].clone())
    weights[best] = 0.0
loss = -torch.stack(picked).log().sum()
loss.backward()  # ! GL105
