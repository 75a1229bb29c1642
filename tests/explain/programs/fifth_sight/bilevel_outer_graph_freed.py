"""Bilevel optimization: the gradient of the inner loss with create_graph is used for two outer losses."""
import torch
from torch import nn

inner = torch.randn(4, requires_grad=True)
outer = torch.zeros(4, requires_grad=True)
optimizer = torch.optim.SGD([outer], lr=0.1)


def inner_loss(x, regularization):
    return ((inner * x).sum() - 1) ** 2 + (regularization.exp() * inner**2).sum()


for x in torch.randn(2, 4):
    (gradient,) = torch.autograd.grad(inner_loss(x, outer), inner, create_graph=True)
    adapted = inner - 0.1 * gradient  # <- built
    train_loss = (adapted * x).sum() ** 2
    valid_loss = (adapted * torch.randn(4)).sum() ** 2
    optimizer.zero_grad()
    valid_loss.backward()  # <- freed
    train_loss.backward()  # <- raised
    optimizer.step()
