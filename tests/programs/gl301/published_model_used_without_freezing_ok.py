"""A library gives out a model by its name, and its own method freezes the parameters: no forward pass records a graph."""

import sys
import types

import torch

zoo = types.ModuleType("zoo")
exec(
    """
import torch

class Net(torch.nn.Linear):
    def freeze(self):
        for p in self.parameters():
            p.requires_grad = False

def find(name):
    return Net(4, 2)
""",
    zoo.__dict__,
)
sys.modules["zoo"] = zoo
from zoo import find


class Published:
    def load(self, name):
        model = find(name)
        model.freeze()
        return model.eval().cpu()


model = Published().load("small")
found = 0
for batch in torch.randn(3, 5, 4):
    scores = model(batch)
    found += (scores.argmax(1) == 1).sum().item()
print(found)
