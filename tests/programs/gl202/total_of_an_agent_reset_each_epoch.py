"""An agent adds up a score with its graph in each update; that each epoch begins at zero leaves the graphs of one epoch in memory."""

import sys

import torch
from torch import nn


class Agent:
    def __init__(self, model: nn.Module):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.total = 0

    def start_epoch(self):
        self.total = 0

    def update(self, batch):
        self.optimizer.zero_grad()
        loss = self.model(batch).pow(2).mean()
        self.total = self.total + self.model(batch).mean()  # ! GL202
        loss.backward()
        self.optimizer.step()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Agent"]:
        agent = globals()[name](nn.Linear(4, 1))
        for _ in range(2):
            agent.start_epoch()
            for item in torch.randn(4, 8, 4):
                agent.update(item)
