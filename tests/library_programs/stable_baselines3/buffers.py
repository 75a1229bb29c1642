"""stable-baselines3: what its buffers yield has no graph."""

import torch
from stable_baselines3.common.buffers import ReplayBuffer, RolloutBuffer


def total_of_data():
    total = 0
    for x in ReplayBuffer(10):
        total += x.sum()
    print(total)


def losses():
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in RolloutBuffer(10):
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)
