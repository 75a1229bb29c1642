"""state_dict returns detached aliases: in-place arithmetic on them is no change of a leaf that autograd sees."""

import torch
from torch import nn

models = [nn.Linear(3, 2) for _ in range(3)]
soup = nn.Linear(3, 2)
for name, value in soup.state_dict().items():
    value.zero_()
    for model in models:
        value.add_(model.state_dict()[name], alpha=1 / len(models))
print(soup.weight.mean().item())
