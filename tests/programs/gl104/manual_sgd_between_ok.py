"""Both backwards are done before the weights are changed."""

import torch

lr = 0.01
x, y, z = torch.randn(10, 3), torch.randn(10, 2), torch.randn(10, 2)
w1 = torch.randn(3, 4, requires_grad=True)
w2 = torch.randn(4, 2, requires_grad=True)
hidden = (x @ w1).clamp(min=0)
first = (hidden @ w2 - y).pow(2).mean()
second = (hidden @ w2 - z).pow(2).mean()
first.backward(retain_graph=True)
second.backward()
with torch.no_grad():
    w1 -= lr * w1.grad
    w2 -= lr * w2.grad
print(w1.sum().item(), w2.sum().item())
