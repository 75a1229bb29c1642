"""Prioritized replay: the new priorities are the temporal differences, as an array."""
import random

import torch
from torch import nn


class Replay:
    def __init__(self):
        self.items, self.priority = [], {}

    def push(self, *item):
        self.items.append(item)

    def sample(self, n):
        self.chosen = random.sample(range(len(self.items)), n)
        return map(torch.stack, zip(*(self.items[i] for i in self.chosen)))

    def reprioritize(self, errors):
        for index, error in zip(self.chosen, errors.numpy()):  # <- raised
            self.priority[index] = float(error) + 1e-6


replay, q = Replay(), nn.Linear(3, 2)
target = nn.Linear(3, 2)
for _ in range(20):
    replay.push(torch.randn(3), torch.rand(()), torch.randn(3))
state, reward, following = replay.sample(8)
with torch.no_grad():
    goal = reward + 0.99 * target(following).max(1).values
difference = (goal - q(state).max(1).values).abs()  # <- built
loss = difference.pow(2).mean()
loss.backward()
replay.reprioritize(difference)
