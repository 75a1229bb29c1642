"""A helper that evaluates is reused for the training loss."""
import torch
from torch import nn


class Runner:
    def __init__(self, net):
        self.net = net

    def compute(self, x, y):
        with torch.no_grad():
            return nn.functional.mse_loss(self.net(x), y)  # <- no_grad

    def evaluate(self, x, y):
        return self.compute(x, y).item()

    def fit(self, x, y):
        loss = self.compute(x, y)
        loss.backward()  # <- raised


runner = Runner(nn.Linear(2, 1))
print(runner.evaluate(torch.randn(3, 2), torch.randn(3, 1)))
runner.fit(torch.randn(3, 2), torch.randn(3, 1))
