"""A cached property is first read under no_grad, which computes it without a graph."""

from functools import cached_property

import torch


class Objective:
    def __init__(self):
        self.weight = torch.randn(4, requires_grad=True)

    @cached_property
    def value(self):
        return self.weight.pow(2).sum()


objective = Objective()
with torch.no_grad():
    print(objective.value.item())
objective.value.backward()  # ! GL107
print(objective.weight.grad)
