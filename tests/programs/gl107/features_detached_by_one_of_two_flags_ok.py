"""One setting detaches the features and another flag skips the adapter; only both together leave no graph."""

import argparse

import torch
from torch import nn


class Distillation:
    def __init__(self, args):
        self.args = args
        self.student, self.adapter = nn.Linear(4, 8), nn.Linear(8, 8)
        self.optimizer = torch.optim.Adam([*self.student.parameters(), *self.adapter.parameters()])

    def features(self, x):
        hidden = self.student(x)
        if self.args.stage == "adapter":
            hidden = hidden.detach()
        if self.args.use_adapter:
            hidden = self.adapter(hidden)
        return hidden

    def train(self):
        for x in torch.randn(3, 5, 4):
            loss = self.features(x).pow(2).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


parser = argparse.ArgumentParser()
parser.add_argument("--stage", default="student")
parser.add_argument("--use_adapter", type=bool, default=True)
Distillation(parser.parse_args()).train()
