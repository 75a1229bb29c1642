"""The advantage is made a tensor of its own, as a number that weighs what the actor has done: a constant."""

import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)
for _ in range(3):
    state, following, reward = torch.randn(1, 4), torch.randn(1, 4), torch.ones(1, 1)
    value = critic(state)
    with torch.no_grad():
        target = reward + 0.99 * critic(following)
    advantage = target - value
    advantage = torch.tensor(advantage.tolist())
    chosen = actor(state).log_softmax(dim=1)[0, 0]
    loss = (target - value).pow(2).mean() - (chosen * advantage).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
