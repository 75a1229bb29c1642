"""A value read by its name may have a graph that was built before the loop, unless it only scales a term of the loss."""

import torch
from torch import nn


def each_power(batch):
    for power in range(1, 4):
        batch["features"].pow(power).mean().backward(retain_graph=True)


class Adapter:
    def __init__(self, memory, network, optimizer):
        self.memory, self.network, self.optimizer = memory, network, optimizer

    def adapt(self, batches):
        for x in batches:
            loss = torch.cat([self.network(x), self.memory["keys"]]).pow(2).mean()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)
            self.optimizer.step()


hidden = eval
hidden("each_power")({"features": torch.tanh(nn.Linear(3, 4)(torch.randn(2, 3)))})
network = nn.Linear(3, 2)
keys = torch.randn(2, 2, requires_grad=True).exp()
hidden("Adapter")({"keys": keys}, network, torch.optim.SGD(network.parameters(), lr=0.1)).adapt([torch.randn(2, 3) for _ in range(4)])
