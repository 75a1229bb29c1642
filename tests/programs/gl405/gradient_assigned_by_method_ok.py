"""An object with a latent tensor assigns its gradient in a method, then steps an optimizer over the latent."""

import torch
from torch import nn


class Search:
    def __init__(self, model):
        self.model = model
        self.latent = torch.ones(4)
        self.optimizer = torch.optim.Adam([self.latent], lr=0.1)

    def move(self, target):
        point = self.latent.clone().requires_grad_()
        loss = (self.model(point) - target).pow(2).sum()
        loss.backward()
        self.latent.grad = point.grad.clone()
        self.optimizer.step()


search = Search(nn.Linear(4, 2))
for _ in range(4):
    search.move(torch.zeros(2))
assert not torch.equal(search.latent, torch.ones(4))
