"""A batch of transitions is transposed by `zip(*...)`: the target network's output is detached instead of computed without a graph."""

import random
from collections import namedtuple

import torch
from torch import nn

Transition = namedtuple("Transition", "state next_state")
policy, target = nn.Linear(4, 2), nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
memory = [Transition(torch.randn(4), torch.randn(4)) for _ in range(20)]
for i in range(3):
    batch = Transition(*map(torch.stack, zip(*random.sample(memory, 5))))
    following = target(batch.next_state).detach()  # ! GL304
    loss = nn.functional.smooth_l1_loss(policy(batch.state), following)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

pairs = [(torch.randn(4), torch.randn(2)) for _ in range(20)]
for i in range(3):
    inputs, targets = zip(*pairs)
    reference = target(torch.stack(inputs)).detach()  # ! GL304
    loss = nn.functional.mse_loss(policy(torch.stack(inputs)), torch.stack(targets) + reference)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
