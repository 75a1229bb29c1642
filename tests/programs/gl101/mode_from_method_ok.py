"""The call of the method is forgotten: a method equals no text, and the loss is backpropagated once."""

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
        if self.mode == "twice":
            loss.backward()


eval("Trainer")(nn.Linear(3, 1)).step(torch.ones(2, 3))
