"""Proximal policy optimization: a rollout under no_grad, then several epochs over its shuffled minibatches."""

import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(states, 8), nn.Tanh(), nn.Linear(8, actions))
        self.critic = nn.Sequential(nn.Linear(states, 8), nn.Tanh(), nn.Linear(8, 1))

    def act(self, state):
        choice = Categorical(logits=self.actor(state))
        action = choice.sample()
        return action, choice.log_prob(action), self.critic(state).squeeze(-1)

    def evaluate(self, state, action):
        choice = Categorical(logits=self.actor(state))
        return choice.log_prob(action), self.critic(state).squeeze(-1), choice.entropy()


class Rollout:
    def __init__(self):
        self.states, self.actions, self.log_probs, self.values, self.rewards = [], [], [], [], []

    def store(self, state, action, log_prob, value, reward):
        for series, entry in zip(self.series(), (state, action, log_prob, value, reward)):
            series.append(entry)

    def series(self):
        return self.states, self.actions, self.log_probs, self.values, self.rewards

    def advantages(self, last, gamma=0.99, lam=0.95):
        values = [*self.values, last]
        gain, result = torch.zeros(()), []
        for t in reversed(range(len(self.rewards))):
            surprise = self.rewards[t] + gamma * values[t + 1] - values[t]
            gain = surprise + gamma * lam * gain
            result.insert(0, gain)
        return torch.stack(result)


def collect(model, steps):
    rollout, state = Rollout(), torch.zeros(3)
    for _ in range(steps):
        with torch.no_grad():
            action, log_prob, value = model.act(state)
        rollout.store(state, action, log_prob, value, torch.randn(()))
        state = torch.randn(3)
    with torch.no_grad():
        last = model.critic(state).squeeze(-1)
    return rollout, last


def train(iterations=2, epochs=2, clip=0.2):
    model = ActorCritic(3, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-4)
    for _ in range(iterations):
        rollout, last = collect(model, steps=8)
        advantages = rollout.advantages(last)
        states, actions, old_log_probs, values = map(torch.stack, rollout.series()[:4])
        returns = advantages + values
        for _ in range(epochs):
            for index in torch.randperm(len(states)).split(4):
                log_probs, now, entropy = model.evaluate(states[index], actions[index])
                ratio = (log_probs - old_log_probs[index]).exp()
                gain = advantages[index]
                policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
                loss = policy_loss + 0.5 * (returns[index] - now).pow(2).mean() - 0.01 * entropy.mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 0.5)
                optimizer.step()


if __name__ == "__main__":
    train()
