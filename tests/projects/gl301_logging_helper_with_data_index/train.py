"""A helper logs by an old index; the function that calls it makes mistakes of its own, which are reported too."""
import torch
from torch import nn

net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def log(loss):
    return "loss: %.3f" % loss.data[0]  # ! GL904


def train():
    for batch in torch.randn(4, 5, 3):
        loss = net(batch).pow(2).mean()
        loss.backward()
        print(log(loss))
        optimizer.step()
        optimizer.zero_grad()


def evaluate():
    net.eval()
    for batch in torch.randn(2, 5, 3):
        loss = net(batch).pow(2).mean()  # ! GL301
        print(log(loss))


train()
evaluate()
