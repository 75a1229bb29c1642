"""state_dict returns detached aliases: autograd does not see in-place arithmetic on them as a change of a leaf."""

import torch
from torch import nn

models = [nn.Linear(3, 2) for _ in range(3)]
soup = nn.Linear(3, 2)
for name, value in soup.state_dict().items():
    value.zero_()
    for model in models:
        value.add_(model.state_dict()[name], alpha=1 / len(models))
print(soup.weight.mean().item())
