"""The leaf is changed in place, out of autograd's sight, and its gradient reset."""

import torch

weight = torch.zeros(3, requires_grad=True)
readings, levels = torch.randn(8, 3), torch.randn(8)
for epoch in range(3):
    loss = (readings @ weight - levels).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        weight -= 0.1 * weight.grad
    weight.grad = None
print(weight)
