"""An actor samples by the method that its update uses: nothing around the actor's call says that it evaluates."""

import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)

    def forward(self, state):
        return self.mean(state)

    def sample(self, state):
        mean = self.forward(state)
        return mean + torch.randn_like(mean)


policy = Policy()


def act(steps):
    chosen = []
    for _ in range(steps):
        action = policy.sample(torch.randn(3))
        chosen.append(action.argmax().item())
    return chosen


def update(steps):
    optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = policy.sample(torch.randn(3)).square().sum()
        loss.backward()
        optimizer.step()


print(eval("act")(3))
eval("update")(2)
