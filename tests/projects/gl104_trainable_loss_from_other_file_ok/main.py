"""Both backward passes run before the optimizer changes the distance's parameters."""

import torch
from distance import Distance


def train(inputs):
    measure = Distance(4).train()
    optimizer = torch.optim.SGD(measure.parameters(), lr=0.1)
    loss = measure(inputs).sum()
    loss.backward(retain_graph=True)
    loss.backward()
    optimizer.step()


train(torch.randn(3, 4))
