"""An optimizer of the program sets its own learning rate and steps as its base does, and the loop resets the gradients."""

import torch
from torch import nn
from torch.optim import Adam


class Warmup(Adam):
    def __init__(self, params, size, warmup=4, eps=1e-9):
        self.size = size
        self.warmup = warmup
        self.count = 0
        super(Warmup, self).__init__(params, eps=eps)

    def step(self):
        self.count += 1
        for group in self.param_groups:
            group["lr"] = self.rate()
        super(Warmup, self).step()

    def rate(self):
        return self.size**-0.5 * min(self.count**-0.5, self.count * self.warmup**-1.5)


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def run(self, batches):
        for batch in batches:
            self.optimizer.zero_grad()
            loss = self.model(batch).pow(2).mean()
            loss.backward()
            self.optimizer.step()


def main():
    net = nn.Linear(3, 1)
    Trainer(net, Warmup(net.parameters(), 3)).run([torch.randn(4, 3) for _ in range(3)])


main()
