"""Fast weights keep the graphs of all inner steps: the gradient of the outer loss goes through them."""

import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.second = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def loss_with(self, weights, inputs, targets):
        w1, b1, w2, b2 = weights
        hidden = torch.relu(nn.functional.linear(inputs, w1, b1))
        return nn.functional.mse_loss(nn.functional.linear(hidden, w2, b2), targets)

    def adapt(self, weights, inputs, targets, steps):
        fast = [weight.clone().requires_grad_(True) for weight in weights]
        for _ in range(steps):
            loss = self.loss_with(fast, inputs, targets)
            gradients = torch.autograd.grad(loss, fast, create_graph=True)
            fast = [fast[i] - 0.1 * gradients[i] for i in range(len(fast))]
            del gradients
        return fast

    def learn(self, inputs, targets):
        weights = list(self.parameters())
        fast = self.adapt(weights, inputs, targets, steps=5)
        loss = self.loss_with(fast, inputs, targets)
        for weight, gradient in zip(weights, torch.autograd.grad(loss, weights)):
            weight.grad = gradient
        self.optimizer.step()


learner = Learner()
learner.learn(torch.randn(4, 3), torch.randn(4, 1))
