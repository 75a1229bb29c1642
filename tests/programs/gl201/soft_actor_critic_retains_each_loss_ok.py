"""Each of a soft actor-critic's three losses is the only one over its graph, and each backward frees it."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal


def mlp(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 8), nn.ReLU(), nn.Linear(8, outputs))


class SAC:
    def __init__(self, states, actions):
        self.value_net, self.q_net, self.policy_net = mlp(states, 1), mlp(states + actions, 1), mlp(states, 2 * actions)
        self.value_optimizer = torch.optim.Adam(self.value_net.parameters(), lr=3e-4)
        self.q_optimizer = torch.optim.Adam(self.q_net.parameters(), lr=3e-4)
        self.policy_optimizer = torch.optim.Adam(self.policy_net.parameters(), lr=3e-4)

    def evaluate(self, state):
        mean, log_std = self.policy_net(state).chunk(2, dim=1)
        normal = Normal(mean, log_std.clamp(-5, 2).exp())
        raw = normal.sample()
        action = torch.tanh(raw)
        log_prob = normal.log_prob(raw) - torch.log(1 - action.pow(2) + 1e-6)
        return action, log_prob.sum(dim=1, keepdim=True)

    def update(self, state, action, reward, following):
        with torch.no_grad():
            next_q = reward + 0.99 * self.value_net(following)
        q_loss = F.mse_loss(self.q_net(torch.cat([state, action], dim=1)), next_q)

        new_action, log_prob = self.evaluate(state)
        with torch.no_grad():
            new_q = self.q_net(torch.cat([state, new_action], dim=1))
        value = self.value_net(state)
        value_loss = F.mse_loss(value, new_q - log_prob.detach())
        policy_loss = (log_prob * (log_prob - new_q + value).detach()).mean()

        self.q_optimizer.zero_grad()
        q_loss.backward()
        self.q_optimizer.step()

        self.value_optimizer.zero_grad()
        value_loss.backward()
        self.value_optimizer.step()

        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()


agent = SAC(3, 2)
for _ in range(3):
    agent.update(torch.randn(6, 3), torch.rand(6, 2), torch.randn(6, 1), torch.randn(6, 3))
