"""The model is unresolved: its method `count` is called for its result, so that no code resets the gradients."""

import torch
from torch import nn


class Model(nn.Linear):
    def count(self, batch):
        return len(batch) + 1


def train(model: nn.Module, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        count = model.count(batch)
        loss = model(batch).exp().sum() / count
        loss.backward()  # ! GL501
        optimizer.step()


eval("train")(eval("Model")(3, 1), torch.randn(3, 2, 3))
