"""The forces of an energy model are gradients with respect to positions, and their error is added with their graph."""

import torch
import torch.nn.functional as F
from torch import nn


class EnergyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, positions):
        positions.requires_grad_()
        energy = self.net(positions).sum()
        forces = -torch.autograd.grad(energy, positions, create_graph=True)[0]
        return energy, forces


model = EnergyModel()
optimizer = torch.optim.AdamW(model.parameters())
for positions, target, target_forces in [(torch.randn(5, 3), torch.tensor(1.0), torch.randn(5, 3)) for _ in range(4)]:
    energy, forces = model(positions)
    loss = F.mse_loss(energy, target)
    loss = loss + 0.1 * F.mse_loss(forces, target_forces)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
