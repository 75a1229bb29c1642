"""The dynamics of a neural ODE ignore the time, but its sensitivity to the time is requested."""
import torch
from torch import nn


class Dynamics(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Softplus(), nn.Linear(8, 2))

    def forward(self, t, z):
        return self.net(z)


def euler(dynamics, z, t0, t1, steps):
    h = 1.0 / steps
    for k in range(steps):
        z = z + h * dynamics(k * h, z)
    return z


dynamics = Dynamics()
t1 = torch.tensor(1.0, requires_grad=True)
z0 = torch.randn(3, 2, requires_grad=True)
z1 = euler(dynamics, z0, torch.tensor(0.0), t1, 4)
adjoint = torch.autograd.grad(z1.sum(), [z0, t1])  # <- raised, built
