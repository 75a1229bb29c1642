"""skorch: its training steps run for each batch."""

import torch
from skorch import NeuralNet


class KeepingSingle(NeuralNet):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.total_keeping_single = 0

    def train_step_single(self, batch):
        self.total_keeping_single += self.net(torch.ones(3)).sum()  # ! GL202


class KeepingStep(NeuralNet):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.total_keeping_step = 0

    def train_step(self, batch):
        self.total_keeping_step += self.net(torch.ones(3)).sum()  # ! GL202


class Counting(NeuralNet):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.total_counting = 0

    def train_step_single(self, batch):
        self.total_counting += self.net(torch.ones(3)).sum().item()
