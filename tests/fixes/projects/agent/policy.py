import random

import torch
from memory import ReplayBuffer
from networks import QNetwork


class Agent:
    def __init__(self, states, actions):
        self.actions = actions
        self.network, self.target = QNetwork(states, actions), QNetwork(states, actions)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-3)
        self.memory = ReplayBuffer()
        self.errors = []
        self.total = 0.0

    def act(self, state, epsilon):
        values = self.network(state)
        action = random.randrange(self.actions) if random.random() < epsilon else int(values.argmax())
        return action, values[action]

    def learn(self, count):
        states, actions, rewards, following = self.memory.sample(count)
        values = self.network(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        targets = rewards + 0.99 * self.target(following).max(dim=1).values.detach()
        loss = torch.nn.functional.mse_loss(values, targets)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.errors.append(loss)
        self.total += loss
