"""The cell is unrolled and trained."""

import torch

from gated_cell import GatedCell

cell = GatedCell(4)
optimizer = torch.optim.Adam(cell.parameters())
state = torch.zeros(3, 4)
for step in range(4):
    state = cell(torch.randn(3, 4), state)
optimizer.zero_grad()
state.mean().backward()
optimizer.step()
