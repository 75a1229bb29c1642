"""The distance saves its parameters' values; the optimizer changes them before the second backward needs them."""

import torch
from distance import Distance


def train(inputs):
    measure = Distance(4).train()
    optimizer = torch.optim.SGD(measure.parameters(), lr=0.1)
    loss = measure(inputs).sum()
    loss.backward(retain_graph=True)
    optimizer.step()
    loss.backward()  # ! GL104


train(torch.randn(3, 4))
