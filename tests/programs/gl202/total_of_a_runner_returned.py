"""Runners say what a loss is. The base class steps on each, and returns their sum in a report: no caller can backpropagate it."""

import torch
from torch import nn
from torch.nn import functional as F


class Runner:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def step(self, batch):
        raise NotImplementedError

    def __call__(self, batches):
        total = 0
        for batch in batches:
            loss = self.step(batch)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss  # ! GL202
        return {"loss": total / len(batches)}


class PairRunner(Runner):
    def step(self, batch):
        inputs, targets = batch
        return F.mse_loss(self.model(inputs), targets)


class Autoencoder(Runner):
    def step(self, batch):
        inputs, _ = batch
        return F.mse_loss(self.model(inputs), inputs.mean(1, keepdim=True))


net = nn.Linear(3, 1)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(5)]
for kind in ("PairRunner", "Autoencoder"):
    runner = eval(kind)(net, sgd)
    print(runner(data))
