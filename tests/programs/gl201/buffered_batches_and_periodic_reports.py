"""A loss is computed for every second batch only, and reports at other intervals read only its value."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--length", type=int, default=2)
parser.add_argument("--interval", type=int, default=3)
parser.add_argument("--penalized", action="store_true")
parser.add_argument("--reported", action="store_true")


class Learner:
    def __init__(self, model, opt):
        self.model = model
        self.length, self.interval, self.penalized, self.reported = opt.length, opt.interval, opt.penalized, opt.reported
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.history = []

    def penalty(self):
        return sum(p.pow(2).sum() for p in self.model.parameters()) if self.penalized else 0.0

    def train(self, loader):
        waiting = []
        for epoch in range(2):
            for index, x in enumerate(loader):
                self.optimizer.zero_grad()
                waiting.append(x)
                if len(waiting) >= self.length:
                    out = self.model(torch.cat(waiting))
                    loss = out.pow(2).mean()
                    loss = loss + self.penalty()
                    loss.backward(retain_graph=True)  # ! GL201
                    self.optimizer.step()
                    if self.reported:
                        self.history.append(loss.item())
                    waiting = []
                if index % self.interval == 0:
                    print(epoch, index, len(self.history))
                if epoch > 0 and index % 3 == 0:
                    print(sum(self.history))


Learner(nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1)), parser.parse_args(["--penalized", "--reported"])).train(
    [torch.randn(2, 3) for _ in range(4)]
)
