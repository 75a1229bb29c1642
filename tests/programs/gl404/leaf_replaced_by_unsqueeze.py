"""unsqueeze on the constructor's line makes a view of the leaf, and every step finds no gradient on the view."""

import torch

weights = torch.zeros(3, requires_grad=True).unsqueeze(1)
readings, levels = torch.randn(8, 3), torch.randn(8, 1)
for epoch in range(2):
    loss = (readings @ weights - levels).abs().mean()
    loss.backward()
    gradient = weights.grad  # ! GL404
    if gradient is not None:
        with torch.no_grad():
            weights -= 0.1 * gradient
        weights.grad = None
