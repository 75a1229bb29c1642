"""A worker, which can score itself."""
import torch
from torch import nn


class Worker:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def train(self, batches):
        for images, labels in batches:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.network(images), labels).backward()
            self.optimizer.step()

    def _rate(self, batches):
        self.network.eval()
        right = 0
        for images, labels in batches:
            scores = self.network(images)
            right += int((scores.argmax(1) == labels).sum())
        return right
