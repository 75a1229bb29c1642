"""A helper backpropagates with the old keyword; the sum over the iterations in its caller is reported as well."""
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def backpropagate(loss):
    torch.autograd.backward([loss], retain_variables=False)  # ! GL901


def train():
    history = []
    for batch in torch.randn(4, 5, 3):
        optimizer.zero_grad()
        loss = net(batch).pow(2).mean()
        backpropagate(loss)
        optimizer.step()
        history.append(loss)  # ! GL203
    return history


train()
