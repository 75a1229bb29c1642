"""Soft actor-critic with a learned temperature, whose loss takes the log probability without its graph."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.body = nn.Linear(states, 8)
        self.mean, self.log_std = nn.Linear(8, actions), nn.Linear(8, actions)

    def sample(self, state):
        hidden = F.relu(self.body(state))
        normal = Normal(self.mean(hidden), self.log_std(hidden).clamp(-5, 2).exp())
        raw = normal.rsample()
        action = torch.tanh(raw)
        log_prob = normal.log_prob(raw) - torch.log(1 - action.pow(2) + 1e-6)
        return action, log_prob.sum(dim=1, keepdim=True)


def mlp(inputs):
    return nn.Sequential(nn.Linear(inputs, 8), nn.ReLU(), nn.Linear(8, 1))


class SAC:
    def __init__(self, states, actions):
        self.policy = Policy(states, actions)
        self.q1, self.q2, self.q1_target, self.q2_target = (mlp(states + actions) for _ in range(4))
        self.q1_target.load_state_dict(self.q1.state_dict())
        self.q2_target.load_state_dict(self.q2.state_dict())
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.q_optimizer = torch.optim.Adam([*self.q1.parameters(), *self.q2.parameters()], lr=3e-4)
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters(), lr=3e-4)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=3e-4)
        self.target_entropy = -float(actions)

    def update(self, state, action, reward, following):
        alpha = self.log_alpha.exp().detach()
        with torch.no_grad():
            next_action, next_log_prob = self.policy.sample(following)
            pair = torch.cat([following, next_action], dim=1)
            target = torch.min(self.q1_target(pair), self.q2_target(pair)) - alpha * next_log_prob
            target = reward + 0.99 * target
        pair = torch.cat([state, action], dim=1)
        q_loss = F.mse_loss(self.q1(pair), target) + F.mse_loss(self.q2(pair), target)
        self.q_optimizer.zero_grad()
        q_loss.backward()
        self.q_optimizer.step()

        new_action, log_prob = self.policy.sample(state)
        pair = torch.cat([state, new_action], dim=1)
        policy_loss = (alpha * log_prob - torch.min(self.q1(pair), self.q2(pair))).mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()

        alpha_loss = -(self.log_alpha * (log_prob + self.target_entropy).detach()).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()

        with torch.no_grad():
            for network, slow in ((self.q1, self.q1_target), (self.q2, self.q2_target)):
                for parameter, average in zip(network.parameters(), slow.parameters()):
                    average.mul_(0.995).add_(0.005 * parameter)


agent = SAC(3, 2)
for _ in range(3):
    agent.update(torch.randn(6, 3), torch.rand(6, 2), torch.randn(6, 1), torch.randn(6, 3))
