"""The weight is updated through `.data`, which shares its values, and its gradient is never reset."""

import torch

weight = torch.zeros(3, requires_grad=True)
for inputs in torch.rand(4, 6, 3):
    loss = (inputs @ weight - 1).square().mean()
    loss.backward()  # ! GL501
    weight.data -= 0.1 * weight.grad.data
