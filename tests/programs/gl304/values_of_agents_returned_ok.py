"""The values of a state are trained by the caller, and those of the next state, from the same statement, are detached."""

import torch
from torch import nn


class Critics(nn.Module):
    def __init__(self, agents):
        super().__init__()
        self.agents = agents
        self.parts = nn.ModuleList([nn.ModuleDict({"body": nn.Linear(3, 4), "head": nn.Linear(4, 1)}) for _ in range(agents)])

    def values(self, states):
        found = []
        for agent in range(self.agents):
            hidden = torch.relu(self.parts[agent]["body"](states))
            found.append(self.parts[agent]["head"](hidden))
        return torch.stack(found, dim=1)

    def losses(self, states, following, rewards):
        values = self.values(states)
        later = self.values(following)
        returns = torch.zeros(values.shape)
        for step in reversed(range(len(rewards))):
            returns[step] = rewards[step] + 0.9 * later[step].detach()
        return (returns - values).pow(2).mean()


critics = Critics(int("2"))
optimizer = torch.optim.SGD(critics.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    eval("critics").losses(torch.ones(5, 3), torch.ones(5, 3), torch.ones(5)).backward()
    optimizer.step()
