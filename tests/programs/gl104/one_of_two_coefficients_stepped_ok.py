"""The logarithm of the first coefficient of a formula is computed once, and an optimizer steps only the second one."""

import torch
from torch import nn


class Formula(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight, self.shift = nn.Parameter(torch.rand(())), nn.Parameter(torch.rand(()))


def fit(formula, x, steps):
    coefficients = list(formula.parameters())
    scale = torch.log(coefficients[0])
    optimizer = torch.optim.SGD([coefficients[1]], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (torch.exp(scale) * x + coefficients[1] * x).square().mean()
        loss.backward(retain_graph=True)
        optimizer.step()


eval("fit")(Formula(), torch.rand(5), 3)
