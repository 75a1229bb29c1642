"""The replay stores each action, with the actor's graph, inside of a tuple."""

import random

import torch

actor = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
critic = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
actor_opt = torch.optim.Adam(actor.parameters())
replay = []
state = torch.zeros(1, 2)
for t in range(8):
    action = actor(state)
    reward = -state.pow(2).sum().item()
    replay.append((state, action, reward))  # ! GL203
    actor_opt.zero_grad()
    loss = (action - 0.1 * reward).pow(2).mean()
    loss.backward()
    actor_opt.step()
    state = torch.randn(1, 2)
batch = random.sample(replay, 4)
print(sum(r for _, _, r in batch))
