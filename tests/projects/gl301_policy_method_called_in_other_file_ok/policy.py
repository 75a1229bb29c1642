"""A policy over discrete actions."""
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, observations, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observations, 16), nn.Tanh(), nn.Linear(16, actions))

    def choose(self, x, action=None):
        distribution = torch.distributions.Categorical(logits=self.body(x))
        action = distribution.sample() if action is None else action
        return action, distribution.log_prob(action)
