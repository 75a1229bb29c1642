"""A trainer declares the fields that an unresolved base class sets: the criterion is one of them, and no method that resets gradients."""

from collections.abc import Callable
from types import SimpleNamespace

import torch
from torch import Tensor, nn


class Trainer(SimpleNamespace):
    criterion: Callable[[Tensor, Tensor], Tensor]
    models: list[nn.Module]

    def __init__(self, epochs, **parts):
        super().__init__(**parts)
        self.epochs = epochs

    def train(self):
        self.optimizer.zero_grad()
        for _ in range(self.epochs):
            for inputs, targets in self.batches:
                loss = self.criterion(self.models[0](inputs), targets)
                loss.backward()  # ! GL501
                self.optimizer.step()


if __name__ == "__main__":
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    eval("Trainer")(
        2, models=[model], optimizer=optimizer, criterion=nn.MSELoss(), batches=[(torch.randn(3, 4), torch.randn(3, 1))]
    ).train()
