"""The optimizer steps while the retained graph of the sequence is still needed."""
import torch
from torch import nn
from vendorlib import make_cell, make_optimizer

cell, readout = make_cell(3, 5), nn.Linear(5, 1)
optimizer = make_optimizer([*cell.parameters(), *readout.parameters()])
hidden = torch.zeros(2, 5)
for x in torch.randn(4, 2, 3):
    hidden = cell(x, hidden)
    loss = readout(hidden).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # <- raised
    optimizer.step()  # <- changed
