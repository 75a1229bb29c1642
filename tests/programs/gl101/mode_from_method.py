"""The method says that the loss is backpropagated twice."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model

    def mode(self):
        return "twice"

    def step(self, batch):
        loss = self.model(batch).pow(2).sum()
        loss.backward()
        if self.mode() == "twice":
            loss.backward()  # ! GL101


eval("Trainer")(nn.Linear(3, 1)).step(torch.ones(2, 3))
