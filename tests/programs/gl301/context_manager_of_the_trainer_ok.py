"""The trainer stores the context manager of its evaluation: no_grad."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.context = torch.no_grad()

    def evaluate(self, batches):
        self.model.eval()
        for batch in batches:
            with self.context:
                print(self.model(batch).mean().item())


Trainer(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))).evaluate(torch.randn(3, 2, 3))
