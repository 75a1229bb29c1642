"""The update detaches the log-probabilities that the generator has collected: nothing is left to backpropagate through."""

import sys

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 1)
        self.log_probs = []

    def act(self, states):
        for state in states:
            self.log_probs.append(self.net(state))
            yield state

    def update(self):
        loss = torch.zeros(1)
        for log_prob in self.log_probs:
            loss = loss - log_prob.detach()
        loss.backward()  # ! GL107
        self.log_probs.clear()


agent = getattr(sys.modules[__name__], sys.argv[0] and "Agent")()
for states in torch.randn(2, 3, 4):
    assert len(list(agent.act(states))) == 3
    agent.update()
