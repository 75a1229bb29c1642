"""A received criterion measures the output of the program's own layers on received data: the graph of the loss is built for each call."""

import torch
from torch import nn


class Learner:
    def __init__(self, criterion):
        self.model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.criterion = criterion

    def update(self, inputs, targets):
        loss = self.criterion(self.model(torch.cat(inputs)), torch.cat(targets))
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        self.optimizer.step()


learner = eval("Learner")(nn.MSELoss())
eval("learner").update([torch.randn(2, 3)], [torch.randn(2, 1)])
