"""A window of the last states is kept for attention, and each of them depends on a graph that was freed in its own step."""

from collections import deque

import torch
from torch import nn

encoder, score = nn.Linear(3, 4), nn.Linear(4, 1)
window = deque([torch.zeros(2, 4)], maxlen=3)
for signal in torch.randn(4, 2, 3):
    state = torch.tanh(encoder(signal) + window[-1])
    seen = [*window, state]
    attention = torch.softmax(torch.stack([score(kept) for kept in seen]), dim=0)
    summary = (attention * torch.stack(seen)).sum(dim=0)
    summary.pow(2).mean().backward()  # ! GL103
    window.append(state)
