"""A clip before the backward cannot see its gradients, however many terms of the loss are unresolved."""

import torch
from torch import nn


class Agent:
    def __init__(self, build, target, limit):
        self.network = build(3, 2)
        self.target = target
        self.limit = limit
        self.optimizer = torch.optim.Adam(params=self.network.parameters(), lr=0.1)

    def learn(self, inputs, actions, rewards):
        values = self.network(inputs).gather(1, actions)
        with torch.no_grad():
            following = self.target(inputs).max(dim=1, keepdim=True)[0]
        loss = nn.functional.mse_loss(values, rewards + 0.9 * following)
        self.optimizer.zero_grad()
        if self.limit:
            nn.utils.clip_grad_norm_(self.network.parameters(), self.limit)  # ! GL504
        loss.backward()
        self.optimizer.step()


agent = globals()["Agent"](nn.Linear, nn.Linear(3, 2), 1.0)
getattr(agent, "le" + "arn")(torch.randn(4, 3), torch.zeros(4, 1, dtype=torch.long), torch.randn(4, 1))
