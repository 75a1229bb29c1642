"""The network is evaluated in each iteration, before its derivatives are taken."""

import torch

net = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
adam = torch.optim.Adam(net.parameters(), lr=1e-3)
t = torch.linspace(0, 6, 30).unsqueeze(1).requires_grad_()


def d(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def residual(x):
    v = d(x, t)
    return (d(v, t) + x).pow(2).mean()


for it in range(3):
    x = net(t)
    loss = residual(x) + (x[0] - 1).pow(2).sum()
    adam.zero_grad()
    loss.backward()
    adam.step()
