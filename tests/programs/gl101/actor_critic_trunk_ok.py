"""The two losses are added and backpropagated at once."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self, obs_dim, n_actions):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh())
        self.pi = nn.Linear(32, n_actions)
        self.v = nn.Linear(32, 1)

    def forward(self, obs):
        h = self.trunk(obs)
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)


def update(agent, optimizer, obs, actions, returns):
    dist, values = agent(obs)
    advantage = (returns - values).detach()
    policy_loss = -(dist.log_prob(actions) * advantage).mean()
    value_loss = F.mse_loss(values, returns)
    optimizer.zero_grad()
    (policy_loss + value_loss).backward()
    optimizer.step()


def main():
    agent = ActorCritic(4, 2)
    optimizer = torch.optim.Adam(agent.parameters(), lr=3e-4)
    for episode in range(3):
        update(agent, optimizer, torch.randn(16, 4), torch.randint(0, 2, (16,)), torch.randn(16))


if __name__ == "__main__":
    main()
