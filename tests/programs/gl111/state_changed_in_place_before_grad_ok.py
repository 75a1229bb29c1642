"""The state stays the one that the energy was computed from."""

import torch

start = torch.randn(3, requires_grad=True)
state = start * 2
energy = state.sum()
moved = state * 0.5
(force,) = torch.autograd.grad(energy, state)
print(force, moved)
