"""The attribute's leaf is changed in place."""

import torch


class Line:
    def __init__(self):
        self.slope = torch.tensor(0.0, requires_grad=True)

    def fit(self, x, y, rounds):
        for _ in range(rounds):
            (self.slope * x - y).abs().mean().backward()
            with torch.no_grad():
                self.slope.sub_(0.1 * self.slope.grad)
                self.slope.grad.zero_()
            if not self.slope.requires_grad:
                break
        return self.slope.item()


print(Line().fit(torch.rand(6), torch.rand(6), rounds=3))
