"""Zeros replace each gradient, whatever it is: they have no graph."""

import torch


def gradients(output, inputs):
    return torch.autograd.grad(output.sum(), inputs, create_graph=True)


def hessian_diagonal(output, inputs):
    first = [torch.zeros_like(inputs[i]) if g is not None else g for i, g in enumerate(gradients(output, inputs))]
    return [torch.autograd.grad([g], inputs, grad_outputs=[torch.ones_like(g)], create_graph=True)[0] for g in first]  # ! GL107
