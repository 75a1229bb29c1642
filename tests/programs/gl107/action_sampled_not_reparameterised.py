"""sample() draws without a gradient: what is built on the draw alone has no way back to the policy."""

import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.zeros(2))

    def forward(self, state):
        return Normal(self.mean(state), self.log_std.exp())


def cost(state, action):
    return (state[:, :2] + action).pow(2).sum(dim=1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
for state in torch.randn(3, 6, 3):
    action = policy(state).sample()
    loss = cost(state, action).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
