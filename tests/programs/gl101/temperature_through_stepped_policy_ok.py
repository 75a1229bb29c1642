"""The log probability comes into the temperature's loss as a value."""

import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.log_std = nn.Linear(3, 2), nn.Parameter(torch.zeros(2))

    def sample(self, state):
        normal = Normal(self.mean(state), self.log_std.exp())
        action = normal.rsample()
        return action, normal.log_prob(action).sum(dim=1)


class Agent:
    def __init__(self):
        self.policy, self.value = Policy(), nn.Linear(5, 1).requires_grad_(False)
        self.log_alpha = torch.zeros((), requires_grad=True)
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters(), lr=3e-4)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=3e-4)

    def update(self, state):
        action, log_prob = self.policy.sample(state)
        worth = self.value(torch.cat([state, action], dim=1)).squeeze(1)
        policy_loss = (self.log_alpha.exp().item() * log_prob - worth).mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        alpha_loss = -(self.log_alpha * (log_prob - 2.0).detach()).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()


agent = Agent()
for state in torch.randn(2, 6, 3):
    agent.update(state)
