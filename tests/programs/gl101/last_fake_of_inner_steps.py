"""Three generator steps, then one of the critic on the last fake: that fake's graph was walked by the generator."""
import torch
from torch import nn


class Forgery:
    def __init__(self, steps):
        self.forger = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 3))
        self.expert = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1))
        self.forger_optimizer = torch.optim.RMSprop(self.forger.parameters(), lr=5e-5)
        self.expert_optimizer = torch.optim.RMSprop(self.expert.parameters(), lr=5e-5)
        self.steps = steps

    def round(self, coins):
        for _ in range(self.steps):
            fakes = self.forger(torch.randn(len(coins), 2))
            self.forger_optimizer.zero_grad()
            (-self.expert(fakes)).mean().backward()
            self.forger_optimizer.step()
        self.expert_optimizer.zero_grad()
        distance = self.expert(fakes).mean() - self.expert(coins).mean()
        distance.backward()  # ! GL101
        self.expert_optimizer.step()


contest = Forgery(steps=3)
for coins in torch.randn(2, 4, 3):
    contest.round(coins)
