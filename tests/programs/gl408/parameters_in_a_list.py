"""A list of parameters is not registered either: the weights of the terms stay at 1."""

import torch
from torch import nn


class Polynomial(nn.Module):
    def __init__(self, degree):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(1))
        self.coefficients = [nn.Parameter(torch.ones(1)) for _ in range(degree)]  # ! GL408

    def forward(self, x):
        result = self.bias.expand(len(x))
        for power, coefficient in enumerate(self.coefficients):
            result = result + coefficient * x ** (power + 1)
        return result


model = Polynomial(3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
