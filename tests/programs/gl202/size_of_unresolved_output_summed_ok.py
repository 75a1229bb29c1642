"""The output of an unresolved model has a method for its size that no tensor has: the result may be a number."""

import sys
import types

import torch

models = types.ModuleType("models")
exec(
    """
import torch

class Drawn:
    def __init__(self, size):
        self.size_of_it = size

    def num_nodes(self):
        return self.size_of_it

class Drawing(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 2)

    def forward(self):
        return Drawn(int(self.layer(torch.randn(4)).argmax()))
""",
    models.__dict__,
)
sys.modules["models"] = models
from models import Drawing

model = Drawing()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
size = 0
for _ in range(6):
    drawn = model()
    nodes = drawn.num_nodes()
    size += nodes
print(size)
