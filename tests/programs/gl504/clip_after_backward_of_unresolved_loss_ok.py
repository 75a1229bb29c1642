"""The parameters that a loss of unresolved terms reaches are unknown: gradients clipped after its backward may exist."""

import torch
from torch import nn


class Agent:
    def __init__(self, policy, optimizer):
        self.policy, self.optimizer = policy, optimizer

    def learn(self, log_probs, returns):
        losses = []
        for log_prob, value in zip(log_probs, returns):
            losses.append(-log_prob * value)
        loss = torch.stack(losses).sum()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.policy.parameters(), max_norm=0.5)
        self.optimizer.step()


policy = nn.Linear(3, 1)
agent = Agent(policy, torch.optim.SGD(policy.parameters(), lr=0.1))
getattr(agent, "learn")(policy(torch.randn(4, 3)).squeeze(1), torch.randn(4))
