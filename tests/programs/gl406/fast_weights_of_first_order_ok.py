"""Fast weights of first-order meta-learning are the weights minus a gradient without a graph."""

import torch
import torch.nn.functional as F

weight = torch.randn(1, 3, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.1)
for task in range(4):
    x, y = torch.randn(6, 3), torch.randn(6, 1)
    (gradient,) = torch.autograd.grad(F.mse_loss(F.linear(x, weight), y), weight)
    fast = weight - 0.5 * gradient
    optimizer.zero_grad()
    F.mse_loss(F.linear(x, fast), y).backward()
    optimizer.step()
