"""The call of a class returns what its `__new__` returns, here a network: its gradients are reset before the backward."""

import torch
from torch import nn


class TinyNet:
    def __new__(cls, size):
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.body = nn.Linear(size, 1)

            def forward(self, x):
                return self.body(x)

        return Model()


def fit(batches, clip):
    model = TinyNet(3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            print(parameter.shape)
        optimizer.step()


eval("fit")(torch.randn(3, 4, 3), 1.0)
