"""The call allows inputs that the loss does not depend on."""

import torch
from torch import nn

first, second = nn.Linear(4, 2), nn.Linear(4, 2)
loss = first(torch.randn(6, 4)).pow(2).mean()
parameters = [*first.parameters(), *second.parameters()]
gradients = torch.autograd.grad(loss, parameters, retain_graph=True, allow_unused=True)
print([gradient is None for gradient in gradients])
zeros = torch.autograd.grad(loss, parameters, materialize_grads=True)
print([gradient.abs().sum().item() for gradient in zeros])
