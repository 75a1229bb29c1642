"""The model is unresolved, and its method `clear` is called for its effect: it resets the gradients of the parameters."""

import torch
from torch import nn


class Model(nn.Linear):
    def clear(self):
        for parameter in self.parameters():
            parameter.grad = None


def train(model: nn.Module, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        model.clear()
        loss = model(batch).exp().mean()
        loss.backward()
        optimizer.step()


eval("train")(eval("Model")(3, 1), torch.randn(3, 2, 3))
