"""A trainer whose unresolved base class computes the loss, in a method that resets the gradients; the other fields are declared."""

import torch
from torch import Tensor, nn


class Framework:
    def __init__(self, **parts):
        vars(self).update(parts)

    def criterion(self, outputs, targets):
        self.optimizer.zero_grad()
        return nn.functional.mse_loss(outputs, targets)


class Trainer(eval("Framework")):
    batches: list[tuple[Tensor, Tensor]]
    models: list[nn.Module]

    def __init__(self, epochs, **parts):
        super().__init__(**parts)
        self.epochs = epochs

    def train(self):
        for _ in range(self.epochs):
            for inputs, targets in self.batches:
                loss = self.criterion(self.models[0](inputs), targets)
                loss.backward()
                self.optimizer.step()


if __name__ == "__main__":
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    eval("Trainer")(2, models=[model], optimizer=optimizer, batches=[(torch.randn(3, 4), torch.randn(3, 1))]).train()
