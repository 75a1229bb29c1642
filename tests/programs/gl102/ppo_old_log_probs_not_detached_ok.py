"""The agent acts under no_grad, and its log probabilities are values."""

import torch
from torch import nn
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 2))
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-3)
        self.memory = {"states": [], "actions": [], "log_probs": []}

    @torch.no_grad()
    def act(self, state):
        choice = Categorical(logits=self.policy(state))
        action = choice.sample()
        self.memory["states"].append(state)
        self.memory["actions"].append(action)
        self.memory["log_probs"].append(choice.log_prob(action))
        return action.item()

    def learn(self, gains, epochs):
        states, actions = torch.stack(self.memory["states"]), torch.stack(self.memory["actions"])
        before = torch.stack(self.memory["log_probs"])
        for _ in range(epochs):
            now = Categorical(logits=self.policy(states)).log_prob(actions)
            ratio = (now - before).exp()
            loss = -torch.min(ratio * gains, ratio.clamp(0.8, 1.2) * gains).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        for series in self.memory.values():
            series.clear()


agent = Agent()
for episode in range(2):
    rewards = [agent.act(torch.randn(3)) for _ in range(4)]
    agent.learn(torch.tensor(rewards).float() - 0.5, epochs=3)
