"""An agent records the log-probabilities of its choices without a graph, and backpropagates through them at the end of the episode."""

import sys

import torch
from torch import nn
from torch.distributions import Categorical


class Gambler:
    def __init__(self, arms=3):
        self.preferences = nn.Linear(2, arms)
        self.optimizer = torch.optim.Adam(self.preferences.parameters(), lr=0.01)
        self.chances = []
        self.gains = []

    def choose(self, observation):
        with torch.no_grad():
            choice = Categorical(logits=self.preferences(observation))
            arm = choice.sample()
            self.chances.append(choice.log_prob(arm))
        return int(arm)

    def gain(self, amount):
        self.gains.append(amount)

    def finish(self):
        gains = torch.tensor(self.gains)
        loss = -(torch.stack(self.chances) * gains).sum()
        self.optimizer.zero_grad()
        loss.backward()  # ! GL107
        self.optimizer.step()
        self.chances, self.gains = [], []


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Gambler"]:
        gambler = globals()[name]()
        for _ in range(2):
            for _ in range(3):
                gambler.choose(torch.randn(2))
                gambler.gain(1.0)
            gambler.finish()
