"""The state that the unroller returns is carried to the next batch with its graph."""
import torch
from torch import nn
from unroll import Unroller

cell, unroller = nn.Sequential(nn.Linear(4, 4), nn.Tanh()), Unroller(3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
state = torch.zeros(2, 4)
for target in torch.randn(4, 2, 4):
    state = unroller.run(cell, state)
    loss = (state - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL103
    optimizer.step()
