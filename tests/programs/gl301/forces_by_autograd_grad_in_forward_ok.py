"""The evaluated model returns forces: the gradient of an energy, which it takes in its own forward and which needs grad mode."""

import torch
from torch import nn


class Forces(nn.Module):
    def __init__(self):
        super().__init__()
        self.energy = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))

    def forward(self, positions):
        positions = positions.detach().requires_grad_(True)
        energy = self.energy(positions).sum()
        return -torch.autograd.grad(energy, positions, create_graph=True)[0]


model = Forces()
model.eval()
total = 0.0
for _ in range(3):
    forces = model(torch.randn(5, 3))
    total += forces.pow(2).mean().item()
print(total)
