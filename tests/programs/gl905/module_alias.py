"""A helper passes the seeds on as grad_variables, which is deprecated."""

import torch
import torch.autograd as autograd


def pull_back(outputs, seeds):
    autograd.backward(outputs, grad_variables=seeds)  # ! GL905


w = torch.randn(2, 2, requires_grad=True)
pull_back([w @ w], [torch.eye(2)])
print(w.grad)
