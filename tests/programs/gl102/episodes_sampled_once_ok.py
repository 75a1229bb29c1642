"""Each update samples from the transitions since the last one: the buffer is emptied after it."""
import random

import torch
from torch import nn

policy = nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
buffer = []
for step in range(24):
    distribution = torch.distributions.Categorical(logits=policy(torch.randn(4)))
    action = distribution.sample()
    buffer.append((distribution.log_prob(action), float(action)))
    if len(buffer) == 8:
        log_probs, rewards = zip(*random.sample(buffer, 4))
        loss = -(torch.stack(log_probs) * torch.tensor(rewards)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        buffer.clear()
