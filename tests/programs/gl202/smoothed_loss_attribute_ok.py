"""The loss that the closure returned is made a number first."""

import torch


class Fit:
    def __init__(self):
        self.net = torch.nn.Sequential(torch.nn.Linear(1, 6), torch.nn.ReLU(), torch.nn.Linear(6, 1))
        self.opt = torch.optim.LBFGS(self.net.parameters(), lr=0.1, max_iter=2)
        self.smooth = None

    def loss(self, x):
        return (self.net(x) - x.cos()).pow(2).mean()

    def step(self, x):
        def closure():
            self.opt.zero_grad()
            loss = self.loss(x)
            loss.backward()
            return loss

        loss = self.opt.step(closure).item()
        self.smooth = loss if self.smooth is None else 0.9 * self.smooth + 0.1 * loss


fit = Fit()
for _ in range(6):
    fit.step(torch.rand(10, 1))
print(float(fit.smooth))
