"""The gradient of the gradient is backpropagated into the parameters, whose first gradient still depends on its graph."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.Sigmoid(), nn.Linear(3, 1))
directions = [torch.randn_like(parameter) for parameter in model.parameters()]
model(torch.randn(6, 2)).pow(2).mean().backward(create_graph=True)  # ! GL204
slope = sum((parameter.grad * direction).sum() for parameter, direction in zip(model.parameters(), directions))
product = torch.autograd.grad(slope, list(model.parameters()), allow_unused=True)
print([part.norm().item() for part in product if part is not None])
