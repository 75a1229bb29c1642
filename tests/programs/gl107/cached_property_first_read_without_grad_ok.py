"""A lazy property of torch.distributions is computed in grad mode, wherever it is first read."""

import torch
from torch.distributions.utils import lazy_property


class Objective:
    def __init__(self):
        self.weight = torch.randn(4, requires_grad=True)

    @lazy_property
    def value(self):
        return self.weight.pow(2).sum()


objective = Objective()
with torch.no_grad():
    print(objective.value.item())
objective.value.backward()
print(objective.weight.grad)
