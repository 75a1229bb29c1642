"""A received model holds an optimizer, and no code resets the gradients of its parameter."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.scale = nn.Linear(3, 1), nn.Parameter(torch.ones(1))
        self.scale_optimizer = torch.optim.SGD([self.scale], lr=0.1)

    def penalty(self, batch):
        return batch.abs().mean() * 0.1

    def forward(self, inputs):
        return self.layer(inputs) * self.scale


def train(model: nn.Module, optimizer, batches):
    for batch in batches:
        optimizer.zero_grad()
        loss = model(batch).exp().mean() + model.penalty(batch)
        loss.backward()  # ! GL501
        model.scale_optimizer.step()
        optimizer.step()


model = eval("Model")()
eval("train")(model, torch.optim.SGD(model.layer.parameters(), lr=0.1), torch.randn(3, 2, 3))
