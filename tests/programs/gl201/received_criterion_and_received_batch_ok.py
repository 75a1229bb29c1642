"""A received function combines a received loss with nothing of the method: the caller may backpropagate through its graph again."""

import torch
from torch import nn


class Learner:
    def __init__(self, criterion):
        self.model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.criterion = criterion

    def update(self, output, target):
        loss = self.criterion(output, target)
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)


learner = eval("Learner")(nn.MSELoss())
output = learner.model(torch.randn(2, 3))
eval("learner").update(output, torch.randn(2, 1))
output.pow(2).mean().backward()
learner.optimizer.step()
