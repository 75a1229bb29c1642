"""A new tensor has the default type: the name stands for a copy of another type, which has no gradient."""

import torch


def fit(device):
    code = torch.zeros(3, requires_grad=True).to(device, torch.float64)
    (code * 2).sum().backward()
    print(code.grad)  # ! GL404


fit(torch.device("cpu"))
