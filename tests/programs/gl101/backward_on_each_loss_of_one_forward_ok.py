"""The losses are added up and backpropagated together."""

import torch
from torch import nn

reader = nn.GRU(input_size=4, hidden_size=6, batch_first=True)
scores = nn.Linear(6, 4)
parameters = list(reader.parameters()) + list(scores.parameters())
optimizer = torch.optim.AdamW(parameters, lr=1e-3)
letters = torch.randn(2, 5, 4)
states, _ = reader(letters)
guesses = scores(states)
losses = [(guesses[:, t] - letters[:, t]).square().mean() for t in range(5)]
optimizer.zero_grad()
torch.stack(losses).sum().backward()
optimizer.step()
