"""The subclass registers one more layer, which alone is trained."""

import torch
from torch import nn
from towers_of_base import TowersOfBase


class MatchingOfTowers(TowersOfBase):
    def __init__(self):
        super().__init__(["query", "item"])
        self.score = nn.Bilinear(2, 2, 1)

    def forward(self, query, item):
        return self.score(self.embed("query", query), self.embed("item", item))


if __name__ == "__main__":
    model = MatchingOfTowers()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        loss = model(torch.randn(8, 3), torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
