"""The records of a rollout are read by __getattr__, and backpropagated once an iteration; nothing resets the gradients."""

import torch
from torch import nn


class Rollout:
    def __init__(self, data):
        self.data = data

    def __getattr__(self, key):
        if key.startswith("__"):
            raise AttributeError(key)
        return self.data[key]


def build(transitions):
    rollout = {key: [] for key in ("value", "reward")}
    for transition in transitions:
        for key in rollout:
            rollout[key].append(transition[key])
    return Rollout({key: torch.cat(rollout[key]) for key in rollout})


critic = nn.Linear(4, 1)
optimizer = torch.optim.RMSprop(critic.parameters(), lr=0.01)
value = critic(torch.randn(1, 4))
for _ in range(3):
    transitions = []
    for _ in range(5):
        transitions.append({"value": value, "reward": torch.randn(1, 1)})
        value = critic(torch.randn(1, 4))
    rollout = build(transitions)
    value = value.detach()
    loss = (rollout.value - rollout.reward).pow(2).mean()
    loss.backward()  # ! GL501
    optimizer.step()
    value = critic(torch.randn(1, 4))
