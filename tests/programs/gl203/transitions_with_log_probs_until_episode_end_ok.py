"""Named tuples carry the log probability of each action with its graph until the backward at the episode's end."""

from collections import namedtuple

import torch
from torch import nn
from torch.distributions import Categorical

Transition = namedtuple("Transition", ["state", "log_prob", "value", "reward"])


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.action, self.value = nn.Linear(8, 2), nn.Linear(8, 1)

    def forward(self, state):
        hidden = torch.relu(self.body(state))
        return self.action(hidden).softmax(-1), self.value(hidden)


model = ActorCritic()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)


def finish(transitions):
    loss, ret = 0, 0.0
    for step in reversed(transitions):
        ret = step.reward + 0.9 * ret
        advantage = ret - step.value.item()
        loss = loss - step.log_prob * advantage + (step.value.squeeze() - ret) ** 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


for episode in range(3):
    transitions = []
    for state in torch.randn(5, 4):
        probabilities, value = model(state)
        distribution = Categorical(probabilities)
        action = distribution.sample()
        transitions.append(Transition(state, distribution.log_prob(action), value, float(action)))
    finish(transitions)
