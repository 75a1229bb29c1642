"""Zeros would replace a gradient that is None, which autograd.grad returns only with `allow_unused`."""

import torch


def gradients(output, inputs):
    return torch.autograd.grad(output.sum(), inputs, create_graph=True)


def hessian_diagonal(output, inputs):
    first = [g if g is not None else torch.zeros_like(inputs[i]) for i, g in enumerate(gradients(output, inputs))]
    return [torch.autograd.grad([g], inputs, grad_outputs=[torch.ones_like(g)], create_graph=True)[0] for g in first]
