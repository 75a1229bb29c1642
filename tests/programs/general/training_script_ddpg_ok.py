"""Deep deterministic policy gradients done right: the actor's loss goes through a critic that has stepped before."""

import copy
import random
from collections import deque

import torch
import torch.nn.functional as F
from torch import nn


class Actor(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(states, 8), nn.ReLU(), nn.Linear(8, actions))

    def forward(self, state):
        return torch.tanh(self.layers(state))


class Critic(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.l1 = nn.Linear(states + actions, 8)
        self.l2 = nn.Linear(8, 1)

    def forward(self, state, action):
        return self.l2(F.relu(self.l1(torch.cat([state, action], dim=1))))


class DDPG:
    def __init__(self, states, actions, gamma=0.99, tau=0.005):
        self.actor, self.critic = Actor(states, actions), Critic(states, actions)
        self.actor_target, self.critic_target = copy.deepcopy(self.actor), copy.deepcopy(self.critic)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3, weight_decay=1e-2)
        self.gamma, self.tau = gamma, tau
        self.memory = deque(maxlen=100)

    def select_action(self, state):
        with torch.no_grad():
            return self.actor(state.unsqueeze(0)).squeeze(0)

    def train(self, batch_size=4):
        state, action, reward, following, done = map(torch.stack, zip(*random.sample(self.memory, batch_size)))
        with torch.no_grad():
            target = self.critic_target(following, self.actor_target(following))
            target = reward + (1 - done) * self.gamma * target
        critic_loss = F.mse_loss(self.critic(state, action), target)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        actor_loss = -self.critic(state, self.actor(state)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()

        for network, target_network in ((self.critic, self.critic_target), (self.actor, self.actor_target)):
            for parameter, slow in zip(network.parameters(), target_network.parameters()):
                slow.data.copy_(self.tau * parameter.data + (1 - self.tau) * slow.data)
        return critic_loss.item(), actor_loss.item()


def main():
    agent = DDPG(3, 1)
    state = torch.zeros(3)
    for step in range(8):
        action = agent.select_action(state) + 0.1 * torch.randn(1)
        following = torch.randn(3)
        agent.memory.append((state, action, torch.randn(1), following, torch.zeros(1)))
        state = following
        if step >= 5:
            print(agent.train())


if __name__ == "__main__":
    main()
