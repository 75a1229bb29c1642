"""The inner steps keep their graphs by create_graph, as the outer loss differentiates through them."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call


def task():
    a, p = torch.rand(1) * 4 + 0.1, torch.rand(1) * 3
    x = torch.rand(10, 1) * 10 - 5
    y = a * torch.sin(x + p)
    return x[:5], y[:5], x[5:], y[5:]


net = nn.Sequential(nn.Linear(1, 20), nn.ReLU(), nn.Linear(20, 1))
meta = torch.optim.Adam(net.parameters(), lr=1e-3)


def adapt(params, x, y, steps=2, lr=0.01):
    for _ in range(steps):
        loss = F.mse_loss(functional_call(net, params, (x,)), y)
        grads = torch.autograd.grad(loss, tuple(params.values()), create_graph=True)
        params = {k: p - lr * g for (k, p), g in zip(params.items(), grads)}
    return params


for it in range(3):
    meta.zero_grad()
    outer = []
    for _ in range(4):
        xs, ys, xq, yq = task()
        fast = adapt(dict(net.named_parameters()), xs, ys)
        outer.append(F.mse_loss(functional_call(net, fast, (xq,)), yq))
    meta_loss = torch.stack(outer).mean()
    meta_loss.backward()
    meta.step()
    print(it, meta_loss.item())
