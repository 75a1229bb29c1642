"""A learner that never trains its encoder."""
import torch
from torch import nn


class Learner:
    def __init__(self, joint):
        self.joint = joint
        self.encoder, self.head = nn.Linear(3, 4), nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.head.parameters(), lr=0.1)

    def learn(self, inputs):
        features = self.encoder(inputs)  # ! GL304
        if not self.joint:
            features = 2 * features
        loss = self.head(features.detach()).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
