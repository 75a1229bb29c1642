"""A policy and a value whose losses share the graph of the features."""

import torch
from torch import nn
from updates import Update

trunk, policy, value = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Linear(8, 2), nn.Linear(8, 1)
policy_optimizer = torch.optim.Adam([*trunk.parameters(), *policy.parameters()], lr=1e-3)
value_optimizer = torch.optim.Adam(value.parameters(), lr=1e-3)
update = Update()
for states in torch.randn(3, 6, 4):
    features = trunk(states)
    policy_loss = policy(features).logsumexp(-1).mean()
    value_loss = value(features).square().mean()
    update(policy_optimizer, policy_loss)
    update(value_optimizer, value_loss)
print(update.count)
