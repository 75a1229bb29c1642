"""A library's model is moved and put into eval mode, which stops no recording: nothing freezes its layers."""

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
model = model.to("cpu")
model.eval()
mean = 0.0
for rows in torch.randn(4, 5, 4):
    features = model(rows)  # ! GL301
    mean += features.mean().item()
print(mean)
