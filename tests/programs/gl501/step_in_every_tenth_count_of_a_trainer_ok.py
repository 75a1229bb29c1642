"""A trainer counts its batches in an attribute, steps in each tenth and resets the gradients in the next."""

import torch
from torch import nn


class Trainer:
    def __init__(self, net):
        self.net, self.seen = net, 0
        self.opt = torch.optim.Adam(net.parameters())

    def due(self):
        return not self.seen % 10

    def fit(self, batches):
        for x in batches:
            self.seen += 1
            if self.seen % 10 == 1:
                self.opt.zero_grad()
            self.net(x).pow(2).mean().backward()
            if self.due():
                self.opt.step()


Trainer(nn.Linear(4, 1)).fit(torch.randn(60, 5, 4))
