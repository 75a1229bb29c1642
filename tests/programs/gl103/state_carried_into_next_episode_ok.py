"""Every episode begins with a state of its own."""

import torch
from torch import nn
from torch.distributions import Categorical


class World:
    def reset(self):
        self.left = 3
        return torch.randn(1, 3)

    def step(self, action):
        self.left -= 1
        return torch.randn(1, 3), float(action == 1), self.left == 0


policy, head = nn.GRUCell(3, 6), nn.Linear(6, 2)
optimizer = torch.optim.Adam([*policy.parameters(), *head.parameters()])
world = World()
state = torch.zeros(1, 6)
for episode in range(3):
    observation, done = world.reset(), False
    state = torch.zeros(1, 6)
    log_probs, rewards = [], []
    while not done:
        state = policy(observation, state)
        choice = Categorical(logits=head(state))
        action = choice.sample()
        observation, reward, done = world.step(action.item())
        log_probs.append(choice.log_prob(action))
        rewards.append(reward)
    loss = -torch.cat(log_probs).sum() * sum(rewards)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
