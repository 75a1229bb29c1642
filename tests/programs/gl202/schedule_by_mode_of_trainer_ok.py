"""A helper method returns a schedule for each mode of the trainer; in the mode that trains, the loss is summed up as a number."""

import torch
from torch import nn


class Constant:
    def __init__(self, rate):
        self.rate = rate


class Warmup:
    def __init__(self, rate, steps):
        self.rate, self.steps = rate, steps


class Trainer:
    def __init__(self, net, mode):
        self.net, self.mode = net, mode

    def schedule(self):
        if self.mode == "test":
            return Constant(0.0)
        return Warmup(0.1, 10)

    def run(self, batches):
        schedule = self.schedule()
        if self.mode == "test":
            return None
        optimizer = torch.optim.SGD(self.net.parameters(), lr=schedule.rate)
        total = 0.0
        for x in batches:
            loss = self.net(x).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total = total + loss.item()
        return float(total)


if __name__ == "__main__":
    import os

    print(Trainer(nn.Linear(3, 1), os.environ.get("MODE", "train")).run(torch.randn(5, 4, 3)))
