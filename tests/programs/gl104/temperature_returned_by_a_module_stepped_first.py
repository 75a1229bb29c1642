"""A module computes a temperature from the batch; it is stepped before the loss that the temperature weights is backpropagated."""

import torch
from torch import nn


class Temperature(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))

    def forward(self, x):
        return self.inner(x)


def train(critic: nn.Module, log_alpha: nn.Module, loader):
    optimizer = torch.optim.Adam(critic.parameters(), lr=0.01)
    alpha_optimizer = torch.optim.Adam(log_alpha.parameters(), lr=0.01)
    for x, y in loader:
        alpha = log_alpha(x).mean().exp()
        gap = critic(x).logsumexp(1).mean() - 0.5
        alpha_loss = -(alpha * gap.detach())
        alpha_optimizer.zero_grad()
        alpha_loss.backward(retain_graph=True)
        alpha_optimizer.step()
        loss = nn.functional.mse_loss(critic(x), y) + alpha * gap
        optimizer.zero_grad()
        loss.backward()  # ! GL104
        optimizer.step()


eval("train")(nn.Linear(3, 2), eval("Temperature")(), [(torch.randn(4, 3), torch.randn(4, 2))] * 3)
