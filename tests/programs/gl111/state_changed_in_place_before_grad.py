"""The in-place operation makes the tensor a later node of the graph, which the energy does not depend on."""

import torch

start = torch.randn(3, requires_grad=True)
state = start * 2
energy = state.sum()
moved = state.mul_(0.5)
(force,) = torch.autograd.grad(energy, state)  # ! GL111
print(force, moved)
