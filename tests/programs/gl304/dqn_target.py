"""The target network's values are detached at once, after their graph was built."""

import copy
import random
from collections import namedtuple

import torch
from torch import nn

Batch = namedtuple("Batch", "s a r s2 done")


class DQN:
    def __init__(self):
        self.q = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.target = copy.deepcopy(self.q)
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-3)
        self.gamma = 0.99

    def optimize(self, b):
        q = self.q(b.s).gather(1, b.a)
        next_q = self.target(b.s2).max(1, keepdim=True)[0].detach()  # ! GL304
        y = b.r + self.gamma * next_q * (1 - b.done)
        loss = nn.functional.smooth_l1_loss(q, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


agent = DQN()
for i in range(4):
    agent.optimize(Batch(torch.randn(6, 4), torch.randint(0, 2, (6, 1)), torch.rand(6, 1), torch.randn(6, 4), torch.zeros(6, 1)))
    if i % 2:
        agent.target.load_state_dict(agent.q.state_dict())
