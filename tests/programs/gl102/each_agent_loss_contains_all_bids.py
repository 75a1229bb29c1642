"""Each player's loss contains the bids of all, so that the second player backpropagates into the first one's freed network."""

import torch
from torch import nn


class Player:
    def __init__(self, size):
        self.network = nn.Sequential(nn.Linear(size, 4), nn.ReLU(), nn.Linear(4, 1))
        self.optimizer = torch.optim.Adam(self.network.parameters())

    def learn(self, loss):
        self.optimizer.zero_grad()
        loss.backward()  # ! GL102
        self.optimizer.step()


players = [Player(3) for _ in range(2)]
for situation in torch.randn(2, 5, 3):
    bids = torch.cat([torch.sigmoid(player.network(situation)) for player in players], dim=1)
    price = bids.mean(dim=1)
    for place, player in enumerate(players):
        player.learn((bids[:, place] - price).pow(2).mean())
