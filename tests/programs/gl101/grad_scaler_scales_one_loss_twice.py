"""The scaler makes a new root each time, but what it scales is the same graph, freed by the first backward."""

import torch
from torch import nn

bell = nn.Sequential(nn.Conv1d(1, 3, 3), nn.ELU(), nn.Flatten(), nn.Linear(18, 1))
optimizer = torch.optim.Adam(bell.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler("cpu", enabled=False)
sound, pitch = torch.randn(4, 1, 8), torch.rand(4, 1)
with torch.autocast("cpu", enabled=False):
    heard = bell(sound)
    pitch_loss = nn.functional.mse_loss(heard, pitch)
    volume_loss = heard.abs().mean()
optimizer.zero_grad(set_to_none=True)
scaler.scale(pitch_loss).backward()
scaler.scale(volume_loss).backward()  # ! GL101
scaler.step(optimizer)
scaler.update()
