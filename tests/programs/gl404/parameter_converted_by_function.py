"""A function of the same form with grad mode on returns the result of the conversion."""

import torch


def initialized(count):
    return torch.nn.Parameter(torch.randn(count, 2)).double()


weights = initialized(3).requires_grad_()
optimizer = torch.optim.SGD([weights], lr=0.1)  # ! GL404
