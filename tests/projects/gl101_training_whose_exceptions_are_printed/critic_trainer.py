"""The script prints any exception of the training: it does not expect that the second backward raises."""

import torch
from torch import nn


class Trainer:
    def __init__(self, critic):
        self.critic = critic
        self.optimizer = torch.optim.Adam(critic.parameters())

    def train(self, steps):
        for _ in range(steps):
            self.optimizer.zero_grad()
            score = self.critic(torch.randn(4, 3)).mean()
            score.backward()
            score.backward()  # ! GL101
            self.optimizer.step()
