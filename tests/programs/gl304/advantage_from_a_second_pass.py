"""The old policy's log probabilities are computed by a pass of their own and detached element by element."""

import torch
from torch import nn
from torch.distributions import Categorical


class Clipped:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 2))
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-3)

    def log_probs(self, states, actions):
        return Categorical(logits=self.policy(states)).log_prob(actions)

    def old_log_probs(self, states, actions):
        logits = self.policy(states)  # ! GL304
        return [value.detach() for value in Categorical(logits=logits).log_prob(actions)]

    def update(self, states, actions, gains):
        before = torch.stack(self.old_log_probs(states, actions))
        for _ in range(2):
            ratio = (self.log_probs(states, actions) - before).exp()
            loss = -torch.min(ratio * gains, ratio.clamp(0.8, 1.2) * gains).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


Clipped().update(torch.randn(5, 3), torch.randint(0, 2, (5,)), torch.randn(5))
