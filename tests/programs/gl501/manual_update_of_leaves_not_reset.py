"""The update by hand leaves the gradients on the leaves, where the next backward adds to them."""

import torch

weights = [torch.randn(4, 3, requires_grad=True), torch.zeros(3, requires_grad=True)]
x, y = torch.randn(9, 4), torch.randn(9, 3)
for _ in range(4):
    loss = (x @ weights[0] + weights[1] - y).pow(2).mean()
    loss.backward()  # ! GL501
    with torch.no_grad():
        for weight in weights:
            weight -= 0.05 * weight.grad
