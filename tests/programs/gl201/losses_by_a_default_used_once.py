"""No operand of `or` has the graph of the loss, which is used once."""

import sys

import torch


def train(extra, batches):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        names = extra or ["loss"]
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
        print(names[0], loss.item())


train(sys.argv[5:], torch.ones(3, 2, 3))
