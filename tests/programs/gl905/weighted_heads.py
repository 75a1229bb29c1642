"""The heads' losses are weighted by their starting gradients, which the old keyword still takes with a warning."""

import torch
from torch import autograd, nn


class Balanced:
    def __init__(self, shares):
        self.body = nn.Linear(4, 6)
        self.heads = nn.ModuleList([nn.Linear(6, 1) for _ in shares])
        self.shares = [torch.tensor(share) for share in shares]
        self.optimizer = torch.optim.SGD([*self.body.parameters(), *self.heads.parameters()], lr=0.1)

    def update(self, batch):
        hidden = torch.relu(self.body(batch))
        losses = [head(hidden).pow(2).mean() for head in self.heads]
        self.optimizer.zero_grad()
        autograd.backward(losses, grad_variables=self.shares)  # ! GL905
        self.optimizer.step()


balanced = Balanced([0.7, 0.3])
for batch in torch.randn(2, 5, 4):
    balanced.update(batch)
