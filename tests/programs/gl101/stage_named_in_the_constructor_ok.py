"""A constructor names the run by its setting, and the branch that trains twice through one graph retains it."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--stage", type=int, default=2)
options = parser.parse_args([])


class Trainer:
    def __init__(self, options):
        self.options = options
        if options.stage == 1:
            self.title = "edges"
        elif options.stage == 2:
            self.title = "colors"
        self.net = nn.Linear(3, 1)

    def fit(self, batches):
        for x in batches:
            loss = self.net(x).pow(2).mean()
            if self.options.stage == 1:
                loss.backward()
            elif self.options.stage == 2:
                loss.backward(retain_graph=True)
                (loss * 2).backward()


Trainer(options).fit(torch.randn(2, 4, 3))
