"""One head trains the features, and the other reads them detached: the one forward call serves both."""

import torch
from torch import nn

features, main_head, probe = nn.Sequential(nn.Linear(4, 6), nn.Tanh()), nn.Linear(6, 2), nn.Linear(6, 1)
optimizer = torch.optim.Adam(nn.ModuleList([features, main_head, probe]).parameters())
for batch in torch.randn(3, 5, 4):
    hidden = features(batch)
    loss = main_head(hidden).pow(2).mean() + probe(hidden.detach()).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
