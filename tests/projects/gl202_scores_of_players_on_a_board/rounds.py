"""A class that calls what it was given."""

import torch


class Tournament:
    def __init__(self, net, players):
        self.net = net
        self.players = players

    def total(self):
        result = torch.zeros(())
        for player in self.players:
            result = result + player(self.net)  # ! GL202
        return result
