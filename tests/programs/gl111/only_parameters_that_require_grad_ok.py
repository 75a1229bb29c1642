"""Frozen parameters are filtered out of the list."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
model[0].requires_grad_(False)
trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
loss = model(torch.randn(6, 4)).pow(2).mean()
gradients = torch.autograd.grad(loss, trained)
print([gradient.shape for gradient in gradients])
