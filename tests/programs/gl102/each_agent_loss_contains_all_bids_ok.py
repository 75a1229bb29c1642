"""Each player's bid is set against a price without graph."""

import torch
from torch import nn


class Player:
    def __init__(self, size):
        self.network = nn.Sequential(nn.Linear(size, 4), nn.ReLU(), nn.Linear(4, 1))
        self.optimizer = torch.optim.Adam(self.network.parameters())

    def learn(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


players = [Player(3) for _ in range(2)]
for situation in torch.randn(2, 5, 3):
    bids = [torch.sigmoid(player.network(situation)) for player in players]
    price = torch.cat(bids, dim=1).detach().mean(dim=1, keepdim=True)
    for bid, player in zip(bids, players):
        player.learn((bid - price).pow(2).mean())
