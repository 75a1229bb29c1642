"""The results of all training steps are stored by their number, each with the graph of its loss."""

import torch
from torch import nn


class Task(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def training_step(self, batch):
        loss = self.layer(batch).pow(2).mean()
        return {"loss": loss, "size": len(batch)}


def train(task: nn.Module, batches):
    optimizer = torch.optim.SGD(task.parameters(), lr=0.1)
    kept = {}
    for step, batch in enumerate(batches):
        optimizer.zero_grad()
        output = task.training_step(batch)
        output["loss"].backward()
        optimizer.step()
        kept[step] = output  # ! GL203
    print(kept[0]["size"])


eval("train")(Task(), torch.randn(5, 4, 3))
