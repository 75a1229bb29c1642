"""A loop over five names fills the lists from which the batch is stacked; the sum of both losses is backpropagated."""

import torch
from torch import nn


class Rollout:
    NAMES = ("state", "action", "chance", "value", "reward")

    def __init__(self):
        self.lists = {name: [] for name in self.NAMES}

    def add(self, **items):
        for name in self.NAMES:
            self.lists[name].append(items[name])

    def batch(self):
        return {name: torch.stack(items) for name, items in self.lists.items()}


trunk, policy, critic = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 1)
rollout = Rollout()
for _ in range(3):
    rollout.add(state=torch.randn(4), action=torch.ones(1), chance=torch.zeros(2), value=torch.zeros(1), reward=torch.randn(1))
batch = rollout.batch()
hidden = torch.tanh(trunk(batch["state"]))
policy_loss = -(policy(hidden).log_softmax(1) * batch["reward"]).mean()
value_loss = (critic(hidden) - batch["reward"]).pow(2).mean()
(policy_loss + value_loss).backward()
