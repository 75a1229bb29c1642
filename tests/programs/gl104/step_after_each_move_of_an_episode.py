"""Every move's loss is backpropagated and stepped in turn, though all log probabilities were computed before the first step."""

import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)


def reinforce(observations, returns):
    choices = Categorical(logits=policy(observations))
    log_probs = choices.log_prob(choices.sample())
    for log_prob, gain in zip(log_probs, returns):
        optimizer.zero_grad()
        loss = -log_prob * gain
        loss.backward(retain_graph=True)  # ! GL104
        optimizer.step()


for _ in range(2):
    reinforce(torch.randn(3, 4), torch.randn(3))
