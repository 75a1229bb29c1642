"""A market may be volatile: the keyword belongs to a function of the program."""

import torch


def simulate(prices, volatile=False):
    spread = 0.3 if volatile else 0.05
    return prices * (1 + spread * torch.randn_like(prices))


prices = torch.full((4,), 100.0)
for _ in range(3):
    prices = simulate(prices, volatile=True)
print(prices.tolist())
