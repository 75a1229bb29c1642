"""The value of the state in which the rollout ends is detached at once, after a pass through the network with a graph."""

import torch
import torch.nn.functional as F
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 6)
        self.lstm = nn.LSTMCell(6, 6)
        self.actor, self.critic = nn.Linear(6, 3), nn.Linear(6, 1)

    def forward(self, inputs):
        observation, (hx, cx) = inputs
        x = F.elu(self.encoder(observation))
        hx, cx = self.lstm(x, (hx, cx))
        return self.critic(hx), self.actor(hx), (hx, cx)


def train(steps=4, rollouts=3, gamma=0.99, lam=1.0):
    model = Network()
    model.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    observation, done = torch.randn(1, 4), True
    for _ in range(rollouts):
        if done:
            cx, hx = torch.zeros(1, 6), torch.zeros(1, 6)
        else:
            cx, hx = cx.detach(), hx.detach()
        values, log_probs, rewards, entropies = [], [], [], []
        for step in range(steps):
            value, logit, (hx, cx) = model((observation, (hx, cx)))
            prob, log_prob = F.softmax(logit, dim=-1), F.log_softmax(logit, dim=-1)
            entropies.append(-(log_prob * prob).sum(1, keepdim=True))
            action = prob.multinomial(num_samples=1).detach()
            log_probs.append(log_prob.gather(1, action))
            values.append(value)
            observation, reward, done = torch.randn(1, 4), float(action.item() == 1), step == 3 and action.item() == 2
            rewards.append(reward)
            if done:
                break
        following = torch.zeros(1, 1)
        if not done:
            following = model((observation, (hx, cx)))[0].detach()  # ! GL304
        values.append(following)
        policy_loss, value_loss, gae = 0, 0, torch.zeros(1, 1)
        for i in reversed(range(len(rewards))):
            following = gamma * following + rewards[i]
            value_loss = value_loss + 0.5 * (following - values[i]).pow(2)
            delta = rewards[i] + gamma * values[i + 1].detach() - values[i].detach()
            gae = gae * gamma * lam + delta
            policy_loss = policy_loss - log_probs[i] * gae - 0.01 * entropies[i]
        optimizer.zero_grad()
        (policy_loss + 0.5 * value_loss).sum().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 50)
        optimizer.step()


train()
