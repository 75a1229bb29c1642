"""Each transition keeps the value estimate with its graph, though samples only read its number."""
import random
from collections import deque

import torch
from torch import nn


class Learner:
    def __init__(self, capacity=1000):
        self.net = nn.Linear(4, 3)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        self.replay = deque(maxlen=capacity)

    def act(self, observation):
        scores = self.net(observation)
        return int(scores.argmax()), scores.max()

    def store(self, observation, action, reward, score):
        self.replay.append((observation, action, reward, score))  # ! GL203

    def learn(self):
        observations, actions, rewards, scores = zip(*random.sample(self.replay, 8))
        chosen = self.net(torch.stack(observations)).gather(1, torch.tensor(actions)[:, None]).squeeze(1)
        loss = nn.functional.smooth_l1_loss(chosen, torch.tensor(rewards))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return sum(score.item() for score in scores) / len(scores)


learner = Learner()
for step in range(40):
    observation = torch.randn(4)
    action, score = learner.act(observation)
    learner.store(observation, action, float(observation[action]), score)
    if len(learner.replay) >= 16:
        print(learner.learn())
