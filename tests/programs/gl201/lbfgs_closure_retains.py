"""LBFGS calls the closure again and again, but every call builds the graph that it backpropagates."""

import torch
from torch import nn

pot = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.LBFGS(pot.parameters(), lr=0.5, max_iter=4)
time = torch.linspace(0, 1, 10).unsqueeze(1)
warmth = torch.exp(-2 * time)


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(pot(time), warmth)
    loss.backward(retain_graph=True)  # ! GL201
    return loss


for _ in range(2):
    optimizer.step(closure)
