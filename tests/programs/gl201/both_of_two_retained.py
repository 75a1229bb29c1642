"""The first backward must keep the body for the second; nothing comes after the second."""

import torch
import torch.nn.functional as F

body = torch.nn.Sequential(torch.nn.Linear(4, 9), torch.nn.Tanh())
steer, speed = torch.nn.Linear(9, 1), torch.nn.Linear(9, 1)
opt = torch.optim.SGD([*body.parameters(), *steer.parameters(), *speed.parameters()], lr=0.1)
for step in range(3):
    x, a, v = torch.randn(6, 4), torch.randn(6, 1), torch.rand(6, 1)
    h = body(x)
    loss1, loss2 = F.mse_loss(steer(h), a), F.l1_loss(speed(h), v)
    opt.zero_grad()
    loss1.backward(retain_graph=True)
    loss2.backward(retain_graph=True)  # ! GL201
    opt.step()
