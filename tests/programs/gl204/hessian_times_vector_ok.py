"""autograd.grad returns the gradients, and does not leave them on the parameters."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.Sigmoid(), nn.Linear(3, 1))
directions = [torch.randn_like(parameter) for parameter in model.parameters()]
loss = model(torch.randn(6, 2)).pow(2).mean()
slopes = torch.autograd.grad(loss, list(model.parameters()), create_graph=True)
slope = sum((first * direction).sum() for first, direction in zip(slopes, directions))
product = torch.autograd.grad(slope, list(model.parameters()), allow_unused=True)
print([part.norm().item() for part in product if part is not None])
