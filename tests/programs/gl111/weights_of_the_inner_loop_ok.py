"""Each iteration requests the gradients of the weights that it computes the loss from."""

import torch
from torch import nn

model = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
weights = list(model.parameters())
for _ in range(3):
    loss = nn.functional.mse_loss(nn.functional.linear(x, *weights), y)
    gradients = torch.autograd.grad(loss, weights, create_graph=True)
    weights = [weight - 0.1 * gradient for weight, gradient in zip(weights, gradients, strict=True)]
nn.functional.mse_loss(nn.functional.linear(x, *weights), y).backward()
