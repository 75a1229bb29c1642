import random

import torch


class ReplayBuffer:
    def __init__(self):
        self.transitions = []

    def add(self, state, action, reward, following, value):
        self.transitions.append((state, action, reward, following, value))

    def sample(self, count):
        states, actions, rewards, following, _ = zip(*random.sample(self.transitions, count), strict=True)
        return torch.stack(states), torch.tensor(actions), torch.tensor(rewards), torch.stack(following)

    def __len__(self):
        return len(self.transitions)
