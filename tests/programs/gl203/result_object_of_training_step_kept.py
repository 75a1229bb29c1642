"""The object that a training step returns is kept after its loss was backpropagated."""

from types import SimpleNamespace

import torch
from torch import nn


class Task(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def training_step(self, batch):
        loss = self.layer(batch).pow(2).mean()
        return SimpleNamespace(loss=loss, size=len(batch))


def train(task: nn.Module, batches):
    optimizer = torch.optim.SGD(task.parameters(), lr=0.1)
    history = []
    for step, batch in enumerate(batches):
        optimizer.zero_grad()
        output = task.training_step(batch)
        output.loss.backward()
        optimizer.step()
        history.append(output)  # ! GL203
    print(len(history))


eval("train")(Task(), torch.randn(5, 4, 3))
