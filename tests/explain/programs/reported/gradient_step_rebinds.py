"""The weight is rebound to a result, whose gradient is None."""
import torch

weight = torch.randn(3, requires_grad=True)
for _ in range(3):
    loss = weight.pow(2).sum()
    loss.backward()
    weight = weight - 0.1 * weight.grad  # <- raised, built
