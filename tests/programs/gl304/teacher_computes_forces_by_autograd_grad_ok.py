"""A teacher's forces are the gradient of an energy, taken in its own forward: it needs grad mode, and only its output can be detached."""

import torch
from torch import nn


class Forces(nn.Module):
    def __init__(self):
        super().__init__()
        self.energy = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))

    def forward(self, positions):
        positions = positions.detach().requires_grad_(True)
        return -torch.autograd.grad(self.energy(positions).sum(), positions, create_graph=True)[0]


teacher, student = Forces(), nn.Linear(3, 3)
optimizer = torch.optim.Adam(student.parameters(), lr=1e-3)
for _ in range(3):
    positions = torch.randn(5, 3)
    forces = teacher(positions).detach()
    optimizer.zero_grad()
    nn.functional.mse_loss(student(positions), forces).backward()
    optimizer.step()
