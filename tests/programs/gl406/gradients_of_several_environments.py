"""The gradients of all environments are collected in a loop, and the penalty on their differences is added to the loss after it."""

import torch
from torch import autograd, nn
from torch.nn import functional


class Alignment:
    def __init__(self, network, weight):
        self.network, self.weight = network, weight
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def update(self, environments):
        total, gradients = 0, []
        for x, y in environments:
            loss = functional.cross_entropy(self.network(x), y)
            total += loss
            gradients.append(autograd.grad(loss, self.network.parameters(), retain_graph=True))
        mean_loss = total / len(environments)
        means = autograd.grad(mean_loss, self.network.parameters(), retain_graph=True)
        penalty = 0
        for each in gradients:
            for gradient, mean in zip(each, means):
                penalty += (gradient - mean).pow(2).sum()
        self.optimizer.zero_grad()
        (mean_loss + self.weight * penalty).backward()  # ! GL406
        self.optimizer.step()


environments = [(torch.randn(4, 3), torch.randint(2, (4,))) for _ in range(3)]
alignment = Alignment(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), 10.0)
for _ in range(4):
    alignment.update(environments)
