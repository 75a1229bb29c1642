"""Several agents with a network and an optimizer each learn in one loop, each from its own graph."""

import torch
from torch import nn


class Player:
    def __init__(self, size):
        self.network = nn.Sequential(nn.Linear(size, 4), nn.ReLU(), nn.Linear(4, 1))
        self.optimizer = torch.optim.Adam(self.network.parameters())
        self.seen = 0.0

    def bid(self, situation):
        return torch.sigmoid(self.network(situation))

    def learn(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.seen += loss.item()


players = [Player(3) for _ in range(3)]
for situation in torch.randn(3, 5, 3):
    bids = [player.bid(situation) for player in players]
    highest = torch.stack(bids).detach().max(dim=0).values
    for player, bid in zip(players, bids):
        player.learn((bid - 0.9 * highest).pow(2).mean())
print([player.seen for player in players])
