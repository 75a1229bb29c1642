import torch
from torch import nn

from state import repackage

cell = nn.LSTMCell(3, 4)
hidden = (torch.zeros(2, 4), torch.zeros(2, 4))
for step in range(3):
    hidden = repackage(hidden)
    hidden = cell(torch.randn(2, 3), hidden)
    loss = hidden[0].pow(2).mean()
    loss.backward()  # ! GL103
