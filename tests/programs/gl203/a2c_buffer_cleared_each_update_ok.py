"""The buffer of an episode is dropped after each update, and the critic's values enter the advantage as numbers."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical


class Walk:
    def reset(self):
        self.t, self.x = 0, torch.zeros(2)
        return self.x

    def step(self, a):
        self.t += 1
        self.x = self.x + torch.tensor([1.0 if a else -1.0, 0.1])
        return self.x, float(-abs(self.x[0])), self.t >= 6


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(2, 16)
        self.action_head, self.value_head = nn.Linear(16, 2), nn.Linear(16, 1)
        self.saved_actions, self.rewards = [], []

    def forward(self, x):
        x = F.relu(self.affine(x))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


model, env = Policy(), Walk()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-2)


def select_action(state):
    probs, value = model(state)
    m = Categorical(probs)
    action = m.sample()
    model.saved_actions.append((m.log_prob(action), value))
    return action.item()


def finish_episode():
    R, returns, policy_losses, value_losses = 0, [], [], []
    for r in model.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    for (log_prob, value), R in zip(model.saved_actions, returns):
        policy_losses.append(-log_prob * (R - value.item()))
        value_losses.append(F.smooth_l1_loss(value, torch.tensor([R])))
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()
    del model.rewards[:]
    del model.saved_actions[:]


for episode in range(3):
    state, done = env.reset(), False
    while not done:
        state, reward, done = env.step(select_action(state))
        model.rewards.append(reward)
    finish_episode()
