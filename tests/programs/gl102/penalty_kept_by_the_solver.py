"""The solver computes the penalty once, and LBFGS backpropagates through it in every call of the method."""

import torch


class Solver:
    def __init__(self):
        self.weight = torch.randn(3, requires_grad=True)
        self.optimizer = torch.optim.LBFGS([self.weight], lr=0.1, max_iter=5)
        self.penalty = self.weight.pow(2).sum()

    def evaluate(self):
        self.optimizer.zero_grad()
        loss = (self.weight * 2 - 1).pow(2).mean() + self.penalty
        loss.backward()  # ! GL102
        return loss

    def solve(self):
        self.optimizer.step(self.evaluate)


Solver().solve()
