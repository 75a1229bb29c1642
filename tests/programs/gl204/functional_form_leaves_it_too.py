"""autograd.backward with create_graph leaves the same cycle on its leaves."""

import torch

stiffness = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)
load = torch.tensor([0.3, 0.1, 0.9])
energy = (stiffness * load.pow(2)).sum().log()
torch.autograd.backward(energy, create_graph=True)  # ! GL204
curvature = torch.autograd.grad(stiffness.grad.pow(2).sum(), stiffness)[0]
print(curvature.tolist())
