"""A function of this program has a parameter of that name, and hands it on as PyTorch wants it."""
import torch


def walk(roots, grad_variables=None):
    torch.autograd.backward(roots, grad_tensors=grad_variables)


leaf = torch.rand(3, requires_grad=True)
walk([leaf.exp(), leaf.sum()], grad_variables=[torch.ones(3), None])
print(leaf.grad)
