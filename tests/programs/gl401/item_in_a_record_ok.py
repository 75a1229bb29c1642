"""A record carries the penalty with its graph from the method that computes it to the loss."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Output:
    prediction: torch.Tensor
    penalty: torch.Tensor


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, batch):
        hidden = self.layer(batch)
        return Output(prediction=hidden.tanh(), penalty=hidden.pow(2).mean())


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    output = model(torch.randn(4, 3))
    loss = (output.prediction - 1).pow(2).mean() + 0.1 * output.penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
