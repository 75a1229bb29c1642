"""The tokenizer's weights were loaded and no optimizer has them, and still each batch of codes has a graph."""

import io

import torch
from torch import nn

tokenizer = nn.Sequential(nn.Linear(9, 5), nn.ReLU(), nn.Linear(5, 3))
stored = io.BytesIO()
torch.save(tokenizer.state_dict(), stored)
stored.seek(0)
tokenizer.load_state_dict(torch.load(stored))
mixer = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 3))
optimizer = torch.optim.Adam(mixer.parameters())
for number, patches in enumerate(torch.randn(4, 5, 9)):
    codes = tokenizer(patches)  # ! GL305
    loss = nn.functional.mse_loss(mixer(codes), torch.zeros(5, 3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
