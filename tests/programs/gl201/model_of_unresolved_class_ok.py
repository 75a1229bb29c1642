"""The class of the model is unresolved; features that were computed once before the loop need their graph in each iteration."""

import sys
import types

import torch
from torch import nn

zoo = types.ModuleType("zoo")
exec(
    """
import types
import torch
from torch import nn

class Policy(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.body = nn.Linear(inputs, hidden)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))

def read_settings(name):
    return types.SimpleNamespace(inputs=3, hidden=4, rate=0.1, weight=0.5)

def loaders(name, size):
    batches = [torch.randn(size, 3) for _ in range(3)]
    return batches, batches
""",
    zoo.__dict__,
)
sys.modules["zoo"] = zoo
from zoo import Policy, loaders, read_settings

settings = read_settings("small")
train, _ = loaders("small", 2)
model = Policy(settings.inputs, settings.hidden)
optimizer = torch.optim.SGD(model.parameters(), lr=settings.rate)
for epoch in range(2):
    for x in train:
        loss = settings.weight * model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

encoder = Policy(settings.inputs, settings.hidden)
head = nn.Linear(1, 1)
optimizer = torch.optim.SGD(head.parameters(), lr=settings.rate)
of_encoder = torch.optim.SGD(encoder.parameters(), lr=settings.rate)
features = encoder(train[0])
for epoch in range(4):
    loss = head(features).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
of_encoder.step()
