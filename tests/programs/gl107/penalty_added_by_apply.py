"""The penalty is computed under no_grad: it has no graph, whatever the model applies to its parts."""

import torch
from torch import nn


class Penalized(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))
        self.total = torch.zeros(())

    def add(self, part):
        if isinstance(part, nn.Linear):
            self.total = self.total + part.weight.pow(2).sum()

    def forward(self):
        self.total = torch.zeros(())
        self.apply(self.add)
        return self.total


model = Penalized()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(5):
    optimizer.zero_grad()
    with torch.no_grad():
        loss = model()
    loss.backward()  # ! GL107
    optimizer.step()
