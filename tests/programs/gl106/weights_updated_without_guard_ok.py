"""The weights are moved under no_grad."""

import torch

X = torch.randn(30, 2)
y = X @ torch.tensor([1.5, -2.0]) + 0.3
weights = torch.zeros(2, requires_grad=True)
bias = torch.zeros(1, requires_grad=True)
lr = 0.1
for epoch in range(3):
    loss = ((X @ weights + bias - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        weights -= lr * weights.grad
        bias -= lr * bias.grad
    weights.grad = None
    bias.grad = None
