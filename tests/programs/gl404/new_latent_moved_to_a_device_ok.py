"""The tensor is moved before it requires grad, so that the name stands for the leaf."""

import torch


def fit(device):
    code = torch.zeros(3).to(device, torch.float64).requires_grad_()
    (code * 2).sum().backward()
    print(code.grad)


fit(torch.device("cpu"))
