"""detach_ after the loss was computed detaches the state, which the loss's graph did not save: backward still reaches its leaves."""

import torch
from torch import nn

gru, readout = nn.GRU(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.RMSprop([*gru.parameters(), *readout.parameters()])
hidden = torch.zeros(1, 2, 4)
for inputs in torch.randn(4, 5, 2, 3):
    outputs, hidden = gru(inputs, hidden)
    loss = readout(outputs).pow(2).mean()
    hidden.detach_()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
