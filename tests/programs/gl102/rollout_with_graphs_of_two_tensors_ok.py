"""A rollout stores log-probabilities and values without graphs, and each epoch computes its own."""

import torch
from torch import nn

actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=0.01)


def act(state):
    policy = torch.distributions.Normal(actor(state), 1.0)
    action = policy.sample()
    return action, policy.log_prob(action).sum(-1), critic(state).squeeze(-1)


states, actions, old, values = [], [], [], []
state = torch.randn(4, 3)
for _ in range(5):
    with torch.no_grad():
        action, log_prob, value = act(state)
    states.append(state)
    actions.append(action)
    old.append(log_prob)
    values.append(value)
    state = torch.randn(4, 3)
returns = torch.stack(values).flip(0).cumsum(0).flip(0)
for _ in range(3):
    new = torch.distributions.Normal(actor(torch.stack(states)), 1.0).log_prob(torch.stack(actions)).sum(-1)
    ratio = (new - torch.stack(old)).exp()
    loss = (critic(torch.stack(states)).squeeze(-1) - returns).pow(2).mean() - (ratio * returns).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
