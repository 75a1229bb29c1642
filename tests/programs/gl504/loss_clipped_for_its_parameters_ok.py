"""It is given the parameters."""

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


class Agent:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        self.optimizer = torch.optim.Adam(self.policy.parameters())

    def improve(self, states, gains):
        choice = torch.distributions.Categorical(logits=self.policy(states))
        loss = -(choice.log_prob(choice.sample()) * gains).mean()
        self.optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(self.policy.parameters(), 0.1)
        self.optimizer.step()


agent = Agent()
for states in torch.randn(3, 5, 3):
    agent.improve(states, torch.randn(5))
