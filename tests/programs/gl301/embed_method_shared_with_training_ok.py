"""Training and evaluation call the same method of a network, evaluation with grad mode off."""

import torch
from torch import nn


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))

    def embed(self, x):
        return nn.functional.normalize(self.layers(x), dim=1)


def train_epoch(model, optimizer):
    model.train()
    loss = (model.embed(torch.randn(4, 3)) - model.embed(torch.randn(4, 3))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


@torch.no_grad()
def evaluate(model):
    model.eval()
    found = [model.embed(torch.randn(2, 3)).mean().item() for _ in range(3)]
    return sum(found)


model = Matcher()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    train_epoch(model, optimizer)
    print(evaluate(model))
