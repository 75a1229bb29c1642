"""A library clones the parameters with their graphs: training the clone trains the model that the optimizer has."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("metalearning")
exec(
    """
import torch

class Copy(torch.nn.Module):
    def __init__(self, module):
        super().__init__()
        self.weights = {name: value.clone() for name, value in module.named_parameters()}
        self.like = [module]
    def forward(self, inputs):
        return torch.func.functional_call(self.like[0], self.weights, (inputs,))

class Backbone(torch.nn.Linear):
    pass

def copy_of(module):
    return Copy(module)
""",
    library.__dict__,
)
sys.modules["metalearning"] = library
from metalearning import Backbone, copy_of


class Learner(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        self.size = sum(value.numel() for value in self.module.parameters())

    def forward(self, inputs):
        return self.module(inputs)


backbone, head = Backbone(4, 2), nn.Linear(2, 1)
optimizer = torch.optim.SGD([*backbone.parameters(), *head.parameters()], lr=0.1)
for batch in torch.randn(3, 5, 4):
    learner = Learner(copy_of(backbone))
    loss = head(learner(batch)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
