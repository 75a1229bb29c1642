"""The inner loop keeps graphs for the outer loss of training; a test, which has no outer loss, calls the same method."""

import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def loss_with(self, weights, inputs, targets):
        return nn.functional.mse_loss(nn.functional.linear(inputs, weights[0], weights[1]), targets)

    def adapt(self, weights, inputs, targets, steps):
        fast = [weight.clone().requires_grad_(True) for weight in weights]
        for _ in range(steps):
            loss = self.loss_with(fast, inputs, targets)
            gradients = torch.autograd.grad(loss, fast, create_graph=True)
            fast = [fast[i] - 0.1 * gradients[i] for i in range(len(fast))]
        return fast

    def learn(self, inputs, targets):
        weights = list(self.parameters())
        fast = self.adapt(weights, inputs, targets, steps=5)
        loss = self.loss_with(fast, inputs, targets)
        for weight, gradient in zip(weights, torch.autograd.grad(loss, weights)):
            weight.grad = gradient
        self.optimizer.step()

    def test(self, inputs, targets):
        fast = self.adapt(list(self.parameters()), inputs, targets, steps=5)
        with torch.no_grad():
            return self.loss_with(fast, inputs, targets).item()
