"""autograd.grad with create_graph=True returns a gradient with a graph, so a penalty on it can be minimized."""

import torch

weight = torch.ones(3, requires_grad=True)
inputs = torch.tensor([1.0, 2.0, 3.0])

loss = ((weight * inputs).sum() - 1) ** 2
(gradient,) = torch.autograd.grad(loss, weight, create_graph=True)
penalty = gradient.norm()
(loss + penalty).backward()
