"""`nn.ModuleDict` registers the heads."""

import torch
from torch import nn


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 8), nn.ReLU())
        self.heads = nn.ModuleDict({"age": nn.Linear(8, 1), "height": nn.Linear(8, 1)})

    def forward(self, x):
        features = self.trunk(x)
        return {task: head(features) for task, head in self.heads.items()}


model = MultiTask()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    outputs = model(torch.randn(8, 3))
    loss = outputs["age"].abs().mean() + outputs["height"].abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
