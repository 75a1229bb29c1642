"""Of two critics with a loss each, the optimizer has the parameters of both."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.q1, self.q2 = nn.Linear(3, 1), nn.Linear(3, 1)
        self.parameters = list(self.q1.parameters()) + list(self.q2.parameters())
        self.optimizer = torch.optim.Adam(self.parameters, lr=0.01)

    def update(self, states, targets):
        first, second = self.q1(states), self.q2(states)
        loss = nn.functional.mse_loss(first, targets) + nn.functional.mse_loss(second, targets)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = Agent()
for _ in range(4):
    agent.update(torch.randn(8, 3), torch.randn(8, 1))
