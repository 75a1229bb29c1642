"""The policy sees a stack of the last three frames; only the newest hidden state has a graph, the others are detached."""

from collections import deque

import torch
from torch import nn

encoder, head = nn.Linear(4, 8), nn.Linear(24, 1)
optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-3)
frames = deque([torch.zeros(2, 8) for _ in range(3)], maxlen=3)
for observation in torch.randn(6, 2, 4):
    frames.append(encoder(observation))
    value = head(torch.cat(tuple(frames), dim=1))
    loss = value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    frames[-1] = frames[-1].detach()
