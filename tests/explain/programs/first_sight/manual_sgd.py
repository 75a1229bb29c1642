"""The weights are updated by hand with grad mode on."""
import torch

w = torch.randn(4, 1, requires_grad=True)  # <- leaf
x, y = torch.randn(8, 4), torch.randn(8, 1)
for _ in range(3):
    loss = ((x @ w - y) ** 2).mean()
    loss.backward()
    w -= 0.1 * w.grad  # <- raised
