"""The devices are equal although each is created by its own call, so that the leaf is returned."""

import torch

mask = torch.ones(3, device=torch.device("cpu"), requires_grad=True).to(torch.device("cpu"))
bias = torch.zeros(3, requires_grad=True).to(torch.device("cpu"))
(mask * 2 + bias).sum().backward()
print(mask.grad, bias.grad)
