"""A module without an input returns the logarithm of a temperature, which is stepped before the loss that it weights is backpropagated."""

import torch
from torch import nn


class Scalar(nn.Module):
    def __init__(self):
        super().__init__()
        self.value = nn.Parameter(torch.zeros(()))

    def forward(self):
        return self.value


def train(critic: nn.Module, log_alpha: nn.Module, loader):
    optimizer = torch.optim.Adam(critic.parameters(), lr=0.01)
    alpha_optimizer = torch.optim.Adam(log_alpha.parameters(), lr=0.01)
    for x, y in loader:
        alpha = log_alpha().exp()
        gap = critic(x).logsumexp(1).mean() - 0.5
        alpha_loss = -(alpha * gap.detach())
        alpha_optimizer.zero_grad()
        alpha_loss.backward(retain_graph=True)
        alpha_optimizer.step()
        loss = nn.functional.mse_loss(critic(x), y) + alpha * gap
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


eval("train")(nn.Linear(3, 2), eval("Scalar")(), [(torch.randn(4, 3), torch.randn(4, 2))] * 3)
