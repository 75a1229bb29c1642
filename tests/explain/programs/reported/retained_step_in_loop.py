"""A retained graph over a carried state needs the weights before the step."""
import torch
from torch import nn

cell = nn.RNNCell(3, 4)
optimizer = torch.optim.Adam(cell.parameters())
hidden = torch.zeros(2, 4)
for step in range(3):
    hidden = cell(torch.randn(2, 3), hidden)
    loss = hidden.pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # <- raised
    optimizer.step()  # <- changed
