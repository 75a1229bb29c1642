"""The closure is a method of the fitter, whose step stands under no_grad since the parameters are clamped there too."""

import torch


class Fitter:
    def __init__(self, target):
        self.target = target
        self.weights = torch.zeros(3, requires_grad=True)
        self.optimizer = torch.optim.LBFGS([self.weights], max_iter=4)

    def closure(self):
        self.optimizer.zero_grad()
        loss = (self.weights.sigmoid() - self.target).pow(2).sum()
        loss.backward()
        return loss

    def fit(self):
        for _ in range(3):
            with torch.no_grad():
                self.optimizer.step(self.closure)
                self.weights.clamp_(-5, 5)


Fitter(torch.rand(3)).fit()
