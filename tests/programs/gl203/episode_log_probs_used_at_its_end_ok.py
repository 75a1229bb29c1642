"""The log probabilities of an episode are stored for the backward at its end, and then the store is emptied."""

import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(4, 8)
        self.action = nn.Linear(8, 2)
        self.saved_log_probs = []
        self.rewards = []

    def forward(self, state):
        return torch.softmax(self.action(torch.relu(self.affine(state))), dim=-1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)


def select_action(state):
    choice = Categorical(policy(state))
    action = choice.sample()
    policy.saved_log_probs.append(choice.log_prob(action))
    return action.item()


def finish_episode():
    gain, losses = 0.0, []
    for log_prob, reward in zip(reversed(policy.saved_log_probs), reversed(policy.rewards)):
        gain = reward + 0.99 * gain
        losses.append(-log_prob * gain)
    optimizer.zero_grad()
    torch.stack(losses).sum().backward()
    optimizer.step()
    del policy.saved_log_probs[:]
    del policy.rewards[:]


for episode in range(3):
    for _ in range(4):
        policy.rewards.append(float(select_action(torch.randn(4))))
    finish_episode()
