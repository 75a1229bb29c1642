"""The deque keeps up to a hundred estimates, each with its graph."""

from collections import deque

import torch

value = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
opt = torch.optim.RMSprop(value.parameters())
recent = deque(maxlen=100)
for t in range(8):
    state, ret = torch.randn(1, 3), torch.randn(1, 1)
    v = value(state)
    recent.append(v)  # ! GL203
    loss = torch.nn.functional.smooth_l1_loss(v, ret)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(sum(recent) / len(recent))
