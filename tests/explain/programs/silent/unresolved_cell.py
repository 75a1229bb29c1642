"""The state is carried through a cell of a library."""
import torch
from vendorlib import make_cell

cell = make_cell(3, 4)
hidden = torch.zeros(2, 4)
for x in torch.randn(3, 2, 3):
    hidden = cell(x, hidden)  # <- built
    loss = hidden.pow(2).mean()
    loss.backward()  # <- raised, freed
