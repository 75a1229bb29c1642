"""Under no_grad the difference has no graph and requires no grad: the second loss depends on nothing that is trained."""

import torch


class Line:
    def __init__(self):
        self.slope = torch.tensor(0.0, requires_grad=True)

    def fit(self, x, y, rounds):
        for _ in range(rounds):
            (self.slope * x - y).abs().mean().backward()
            with torch.no_grad():
                self.slope = self.slope - 0.1 * self.slope.grad  # ! GL403
            if not self.slope.requires_grad:
                break
        return self.slope.item()


print(Line().fit(torch.rand(6), torch.rand(6), rounds=3))
