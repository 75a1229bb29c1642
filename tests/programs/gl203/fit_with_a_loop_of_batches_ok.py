"""A method trains in a loop of its own and keeps its last loss: nothing shows that it is called again."""

import sys

import torch
from torch import nn


class Fitted:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.final = []

    def fit(self, inputs, targets):
        for _ in range(3):
            loss = nn.functional.mse_loss(self.net(inputs), targets)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        self.final.append(loss)


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Fitted"]:
        globals()[name]().fit(torch.randn(4, 3), torch.randn(4, 1))
