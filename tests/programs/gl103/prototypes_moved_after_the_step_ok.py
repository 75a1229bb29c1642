"""The prototype of each class moves towards the detached features of its batch after the update."""

import torch
from torch import nn


class Prototypes:
    def __init__(self, classes: int, size: int) -> None:
        self.means = torch.zeros(classes, size)

    def loss(self, features: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return nn.functional.cross_entropy(features @ self.means.t(), labels) + features.square().mean()

    def move(self, features: torch.Tensor, labels: torch.Tensor) -> None:
        shares = nn.functional.one_hot(labels, len(self.means)).float()
        self.means = 0.9 * self.means + 0.1 * shares.t() @ features


network = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 4))
optimizer = torch.optim.Adam(network.parameters())
prototypes = Prototypes(3, 4)
for batch in torch.randn(4, 5, 3):
    labels = torch.randint(0, 3, (5,))
    features = network(batch)
    loss = prototypes.loss(features, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    prototypes.move(features.detach(), labels)
