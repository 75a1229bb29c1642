"""Of two values that an unresolved model returns, a dict sums the loss, with the graphs of all iterations."""

import sys
import types

import torch

models = types.ModuleType("models")
exec(
    """
import torch

class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 2)

    def forward(self, inputs, labels):
        scores = self.layer(inputs)
        right = (scores.argmax(1) == labels).float().mean()
        return torch.nn.functional.cross_entropy(scores, labels), right
""",
    models.__dict__,
)
sys.modules["models"] = models
from models import Classifier

model = Classifier()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
totals = {"loss": 0.0}
for inputs, labels in zip(torch.randn(5, 3, 4), torch.randint(2, (5, 3))):
    optimizer.zero_grad()
    loss, right = model(inputs, labels)
    loss.backward()
    optimizer.step()
    totals["loss"] += loss  # ! GL202
print(totals["loss"] / 5)
