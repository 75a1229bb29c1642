"""A comparison has no derivative: the share of right outputs is a fine number to print, and none to backpropagate back from."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(6, 1), nn.Sigmoid())
optimizer = torch.optim.RMSprop(network.parameters())
batch, truth = torch.randn(8, 6), torch.randint(0, 2, (8, 1))
guess = (network(batch) > 0.5).float()
wrong = 1 - (guess == truth).float().mean()
optimizer.zero_grad()
wrong.backward()  # ! GL107
optimizer.step()
