"""The subtraction binds the name to a new tensor that is not a leaf: its gradient is None in the next iteration."""

import torch

weight = torch.zeros(3, requires_grad=True)
readings, levels = torch.randn(8, 3), torch.randn(8)
for epoch in range(3):
    loss = (readings @ weight - levels).pow(2).mean()
    loss.backward()
    weight = weight - 0.1 * weight.grad  # ! GL403
print(weight)
