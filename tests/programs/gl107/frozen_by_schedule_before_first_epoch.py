"""The schedule freezes everything before the first epoch and unfreezes the head only after it."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 5), nn.Linear(5, 2)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))

    def set_trainable(self, *parts):
        for name, parameter in self.named_parameters():
            parameter.requires_grad_(name.split(".")[0] in parts)


def fit(model, batches, schedule):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for parts in schedule:
        model.set_trainable(*parts)
        for batch in batches:
            optimizer.zero_grad()
            model(batch).pow(2).mean().backward()  # ! GL107
            optimizer.step()


fit(Model(), torch.randn(2, 3, 4), schedule=[(), ("head",), ("head", "body")])
