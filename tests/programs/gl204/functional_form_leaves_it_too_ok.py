"""The gradient is dropped once the curvature is known."""

import torch

stiffness = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)
load = torch.tensor([0.3, 0.1, 0.9])
energy = (stiffness * load.pow(2)).sum().log()
torch.autograd.backward(energy, create_graph=True)
curvature = torch.autograd.grad(stiffness.grad.pow(2).sum(), stiffness)[0]
stiffness.grad = None
print(curvature.tolist())
