"""A function of the program has a parameter called grad_variables, and passes it on as grad_tensors."""

import torch


def walk(roots, grad_variables=None):
    torch.autograd.backward(roots, grad_tensors=grad_variables)


leaf = torch.rand(3, requires_grad=True)
walk([leaf.exp(), leaf.sum()], grad_variables=[torch.ones(3), None])
print(leaf.grad)
