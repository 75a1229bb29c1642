"""The observations of each agent are stored at an unknown index and sampled from a list: no graph is shared by two updates."""

import torch
from torch import nn


class Replay:
    def __init__(self, capacity, widths):
        self.widths = widths
        self.memory = []
        for width in widths:
            self.memory.append(torch.zeros(capacity, width))

    def store(self, place, rows):
        for i in range(len(self.widths)):
            self.memory[i][place] = torch.as_tensor(rows[i])

    def sample(self, places):
        return [self.memory[i][places] for i in range(len(self.widths))]


def train(widths, rows, updates):
    replay = Replay(16, widths)
    for place in range(16):
        replay.store(place, rows)
    critic = nn.Sequential(nn.Linear(sum(widths), 5), nn.Tanh(), nn.Linear(5, 1))
    optimizer = torch.optim.Adam(critic.parameters(), lr=0.01)
    for _ in range(updates):
        batch = torch.cat(replay.sample([3, 1, 7]), dim=1)
        for _ in widths:
            loss = critic(batch).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


eval("train")([2, 3], [[0.1, 0.2], [0.3, 0.4, 0.5]], 2)
