"""Two networks are compared without grad mode."""

import torch
from torch import nn

old, new = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)), nn.Linear(3, 1)
old.eval()
new.eval()
differences = []
with torch.no_grad():
    for x in torch.randn(5, 6, 3):
        before = old(x)
        after = new(x)
        differences.append((before - after).abs().mean())
print(torch.stack(differences).max().item())
