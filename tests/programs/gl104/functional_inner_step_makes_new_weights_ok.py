"""The inner step returns new tensors and leaves the saved ones unchanged: the outer loss backpropagates through all of them."""

import torch
import torch.nn.functional as F


class Descent:
    def __init__(self, rate):
        self.rate = rate

    def step(self, loss, weights):
        slopes = torch.autograd.grad(loss, weights, create_graph=True)
        return [weight - self.rate * slope for weight, slope in zip(weights, slopes)]


start = [torch.randn(2, 3, requires_grad=True), torch.zeros(2, requires_grad=True)]
outer = torch.optim.Adam(start, lr=1e-2)
inner = Descent(0.1)
for _ in range(3):
    weights = start
    for _ in range(2):
        x, y = torch.randn(4, 3), torch.randn(4, 2)
        weights = inner.step(F.mse_loss(F.linear(x, *weights), y), weights)
    outer.zero_grad()
    F.mse_loss(F.linear(torch.randn(4, 3), *weights), torch.randn(4, 2)).backward()
    outer.step()
