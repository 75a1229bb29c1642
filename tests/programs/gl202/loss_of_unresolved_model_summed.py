"""An unresolved model returns its loss and an accuracy: the loss was backpropagated and has a graph; the accuracy may be a number."""

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
total, accuracy, accuracies = 0, 0, []
for _ in range(6):
    optimizer.zero_grad()
    loss, right = model(torch.randn(8, 4), torch.randint(0, 2, (8,)))
    loss.backward()
    optimizer.step()
    total += loss  # ! GL202
    accuracy += right
    accuracies.append(right)
print(total, accuracy, accuracies)
