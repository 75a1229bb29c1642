"""The last fake is handed to the critic without its graph."""

import torch
from torch import nn


class GanTraining:
    def __init__(self, steps):
        self.generator = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 3))
        self.expert = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1))
        self.generator_optimizer = torch.optim.RMSprop(self.generator.parameters(), lr=5e-5)
        self.expert_optimizer = torch.optim.RMSprop(self.expert.parameters(), lr=5e-5)
        self.steps = steps

    def round(self, coins):
        for _ in range(self.steps):
            fakes = self.generator(torch.randn(len(coins), 2))
            self.generator_optimizer.zero_grad()
            (-self.expert(fakes)).mean().backward()
            self.generator_optimizer.step()
        self.expert_optimizer.zero_grad()
        distance = self.expert(fakes.detach()).mean() - self.expert(coins).mean()
        distance.backward()
        self.expert_optimizer.step()


contest = GanTraining(steps=3)
for coins in torch.randn(2, 4, 3):
    contest.round(coins)
