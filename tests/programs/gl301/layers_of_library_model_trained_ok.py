"""A library's model is moved, and its own method freezes the layers up to a depth; in eval mode it then records no graph."""

import sys
import types

import torch

zoo = types.ModuleType("zoo")
exec(
    """
import torch

class Net(torch.nn.Linear):
    def freeze_layers(self, depth):
        for p in list(self.parameters())[:depth]:
            p.requires_grad = False

def load_network(name):
    return Net(4, 2)
""",
    zoo.__dict__,
)
sys.modules["zoo"] = zoo
import zoo

model = zoo.load_network("small")
model.freeze_layers(2)
model = model.to("cpu")
model.eval()
mean = 0.0
for rows in torch.randn(4, 5, 4):
    features = model(rows)
    mean += features.mean().item()
print(mean)
