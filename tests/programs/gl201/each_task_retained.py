"""Each task has a forward pass of its own, and no backward needs the graph of the task before."""

import torch
from torch import nn


class Meta(nn.Module):
    def __init__(self):
        super().__init__()
        self.theta = nn.Linear(2, 2)

    def loss(self, task):
        x, y = task
        return (self.theta(x) - y).abs().mean()


meta = Meta()
optimizer = torch.optim.Adam(meta.parameters(), lr=0.01)
tasks = [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(3)]
for epoch in range(2):
    optimizer.zero_grad()
    for task in tasks:
        loss = meta.loss(task) / len(tasks)
        loss.backward(retain_graph=True)  # ! GL201
    optimizer.step()
