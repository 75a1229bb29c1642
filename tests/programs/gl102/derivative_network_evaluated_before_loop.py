"""The network is evaluated once before the loop; the first backward frees it, and the next derivative runs through it."""

import torch

net = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
adam = torch.optim.Adam(net.parameters(), lr=1e-3)
t = torch.linspace(0, 6, 30).unsqueeze(1).requires_grad_()


def d(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]  # ! GL102


def residual(x):
    v = d(x, t)
    return (d(v, t) + x).pow(2).mean()


x = net(t)
for it in range(3):
    loss = residual(x) + (x[0] - 1).pow(2).sum()
    adam.zero_grad()
    loss.backward()
    adam.step()
