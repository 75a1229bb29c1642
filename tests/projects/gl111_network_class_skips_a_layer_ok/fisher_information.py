"""A helper that computes squared gradients of all parameters."""

import torch


def squared_gradients(network, batch):
    gradients = torch.autograd.grad(network(batch).mean(), list(network.parameters()))
    return [gradient**2 for gradient in gradients]
