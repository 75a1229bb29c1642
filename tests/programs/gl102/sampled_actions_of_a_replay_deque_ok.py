"""A replay buffer stores detached actions."""
import random
from collections import deque

import torch
from torch import nn

policy, value = nn.Linear(4, 2), nn.Linear(6, 1)
optimizer = torch.optim.Adam(value.parameters(), lr=1e-3)
replay = deque(maxlen=500)
for step in range(40):
    observation = torch.randn(4)
    with torch.no_grad():
        action = torch.tanh(policy(observation))
    replay.append((observation, action, float(observation.sum())))
    if len(replay) < 8:
        continue
    observations, actions, rewards = zip(*random.sample(replay, 8))
    predicted = value(torch.cat([torch.stack(observations), torch.stack(actions)], dim=1)).squeeze(1)
    loss = nn.functional.mse_loss(predicted, torch.tensor(rewards))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
