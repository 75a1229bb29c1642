"""A curiosity reward, with its graph, is stored with the transitions and trains the agent for several updates."""
import random

import torch
from torch import nn


class Curiosity(nn.Module):
    def __init__(self):
        super().__init__()
        self.predict = nn.Linear(4, 4)

    def reward(self, state, following):
        return (self.predict(state) - following).pow(2).mean()  # <- built


agent, curiosity = nn.Linear(4, 1), Curiosity()
optimizer = torch.optim.Adam([*agent.parameters(), *curiosity.parameters()], lr=0.0)
replay = []
state = torch.randn(4)
for step in range(6):
    following = torch.randn(4)
    replay.append({"state": state, "reward": curiosity.reward(state, following)})
    state = following
for update in range(5):
    sampled = replay if update > 2 else replay[:4]
    rewards = torch.stack([row["reward"] for row in sampled])
    values = agent(torch.stack([row["state"] for row in sampled])).squeeze(1)
    optimizer.zero_grad()
    nn.functional.mse_loss(values, rewards).backward()  # <- raised, freed
    optimizer.step()
