"""Two methods record: one explores without a graph and for the statistics only, the other one trains."""

import sys

import torch
from torch import nn
from torch.distributions import Categorical


class Explorer:
    def __init__(self):
        self.policy = nn.Linear(2, 3)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.01)
        self.scores = []

    @torch.no_grad()
    def explore(self, observation):
        choice = Categorical(logits=self.policy(observation))
        action = choice.sample()
        self.scores.append(choice.log_prob(action))
        return int(action)

    def act(self, observation):
        choice = Categorical(logits=self.policy(observation))
        action = choice.sample()
        self.scores.append(choice.log_prob(action))
        return int(action)

    def learn(self, reward):
        loss = -torch.stack(self.scores).sum() * reward
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.scores.clear()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Explorer"]:
        explorer = globals()[name]()
        for _ in range(2):
            explorer.explore(torch.randn(2))
            explorer.act(torch.randn(2))
            explorer.learn(1.0)
