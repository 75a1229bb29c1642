"""The points are kept in a list and stacked at the end."""

import torch

k = torch.tensor(0.8, requires_grad=True)
c = torch.tensor(0.1, requires_grad=True)


def simulate(n, dt=0.1):
    x = [torch.tensor(1.0), torch.tensor(1.0)] + [None] * (n - 2)
    for i in range(2, n):
        x[i] = 2 * x[i - 1] - x[i - 2] - dt * dt * k * x[i - 1] - dt * c * (x[i - 1] - x[i - 2])
    return torch.stack(x)


measured = torch.cos(torch.arange(10) * 0.1)
opt = torch.optim.Adam([k, c], lr=0.05)
for epoch in range(3):
    err = (simulate(10) - measured).pow(2).mean()
    opt.zero_grad()
    err.backward()
    opt.step()
