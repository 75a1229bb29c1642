"""The last of a long chain of methods, which is too deep to analyze, detaches the features, whose graph one backward uses at the end."""

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.first(x)

    def first(self, x):
        return self.second(x + 1)

    def second(self, x):
        return self.third(x * 2)

    def third(self, x):
        return self.fourth(x - 1)

    def fourth(self, x):
        return self.fifth(x / 2)

    def fifth(self, x):
        return self.sixth(x + 3)

    def sixth(self, x):
        return self.seventh(x * 3)

    def seventh(self, x):
        return self.eighth(x - 2)

    def eighth(self, x):
        return self.last(x + 2)

    def last(self, x):
        return torch.sigmoid(self.layer(x.detach()))


body = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
head = Head()
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
features = body(torch.randn(8, 3))

for _ in range(3):
    loss = head(features).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

features.square().mean().backward()
