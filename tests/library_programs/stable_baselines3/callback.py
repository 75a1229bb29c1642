"""stable-baselines3: a callback's step runs with grad mode on."""

import torch
from stable_baselines3.common.callbacks import BaseCallback


class Keeping(BaseCallback):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.kept = 0

    def _on_step(self):
        self.kept += self.net(torch.randn(4, 3)).sum()  # ! GL202


class Counting(BaseCallback):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.values = 0

    def _on_step(self):
        self.values += self.net(torch.randn(4, 3)).sum().item()
