"""The closure is a method of the fitter, and its own decorator switches grad mode off again."""

import torch


class Fitter:
    def __init__(self, target):
        self.target = target
        self.weights = torch.zeros(3, requires_grad=True)
        self.optimizer = torch.optim.LBFGS([self.weights], max_iter=4)

    @torch.no_grad()
    def closure(self):
        self.optimizer.zero_grad()
        loss = (self.weights.sigmoid() - self.target).pow(2).sum()
        loss.backward()  # ! GL107
        return loss

    def fit(self):
        for _ in range(3):
            with torch.no_grad():
                self.optimizer.step(self.closure)
                self.weights.clamp_(-5, 5)


Fitter(torch.rand(3)).fit()
