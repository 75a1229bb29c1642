"""The potential is fitted to energies and forces."""

import torch
from atom_potential import Potential
from force_losses import energy_and_forces

model = Potential()
optimizer = torch.optim.Adam(model.parameters())
for frame in range(4):
    atoms = torch.randn(5, 3, requires_grad=True)
    loss = energy_and_forces(model, atoms, torch.tensor(0.5), torch.randn(5, 3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
