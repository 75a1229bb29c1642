"""The loss is an item of the batch, which comes from unresolved code: the step follows its backward pass."""

import torch
from torch import nn


class Trainer:
    def __init__(self, optimizer):
        self.model = nn.Linear(3, 1)
        self.optimizer = optimizer(self.model.parameters(), lr=0.1)

    def process_batch(self, batch, optimizer):
        optimizer.zero_grad()
        batch["loss"] = (self.model(batch["inputs"]) - batch["targets"]).pow(2).mean()
        batch["loss"].backward()
        optimizer.step()


trainer = eval("Trainer")(torch.optim.SGD)
for _ in range(3):
    eval("trainer.process_batch")({"inputs": torch.randn(4, 3), "targets": torch.randn(4, 1)}, trainer.optimizer)
