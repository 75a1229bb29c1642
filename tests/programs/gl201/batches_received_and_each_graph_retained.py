"""The method receives batches and computes each loss with the model: each graph is new, and no backward needs an earlier one."""

import sys

import torch
from torch import nn


class Surgery:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def gradients(self, model, batches):
        found = []
        for batch in batches:
            loss = model(batch).tanh().pow(2).mean()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # ! GL201
            found.append([p.grad.clone() for group in self.optimizer.param_groups for p in group["params"]])
        return found


if __name__ == "__main__":
    encoder = nn.Linear(3, 4)
    surgery = globals()[(sys.argv[1:] or ["Surgery"])[0]](torch.optim.SGD(encoder.parameters(), lr=0.1))
    print(len(surgery.gradients(encoder, [torch.randn(5, 3) for _ in range(4)])))
