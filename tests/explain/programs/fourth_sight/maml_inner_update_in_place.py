"""The inner loop of meta-learning subtracts the gradients from the parameters themselves."""
import torch
from torch import nn


def functional_forward(weights, x):
    return torch.relu(x @ weights["w1"] + weights["b1"]) @ weights["w2"]


def adapt(weights, x, y, rate=0.1, steps=2):
    for _ in range(steps):
        loss = nn.functional.mse_loss(functional_forward(weights, x), y)
        grads = torch.autograd.grad(loss, list(weights.values()), create_graph=True)
        for value, grad in zip(weights.values(), grads):
            value -= rate * grad  # <- raised
    return weights


shapes = {"w1": (3, 8), "b1": (8,), "w2": (8, 1)}
meta = {name: (torch.randn(shape) * 0.1).requires_grad_() for name, shape in shapes.items()}  # <- leaf
optimizer = torch.optim.Adam(meta.values(), lr=1e-3)
for task in range(3):
    x, y = torch.randn(6, 3), torch.randn(6, 1)
    fast = adapt(meta, x, y)
    optimizer.zero_grad()
    nn.functional.mse_loss(functional_forward(fast, x), y).backward()
    optimizer.step()
