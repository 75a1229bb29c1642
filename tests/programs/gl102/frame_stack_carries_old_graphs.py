"""The policy sees a stack of the last three frames, and the hidden states of the steps before still have their freed graphs."""

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
    loss.backward()  # ! GL102
    optimizer.step()
