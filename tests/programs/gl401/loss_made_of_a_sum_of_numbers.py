"""The errors of a batch are summed as numbers, and the sum is made a loss that requires grad: nothing is trained."""

import torch
from torch import nn
from torch.autograd import Variable


def train(model, measure, optimizer, batches):
    for inputs in batches:
        optimizer.zero_grad()
        total = 0.0
        for row in inputs:
            total += measure(model(row), row).item()
        loss = Variable(torch.tensor(total), requires_grad=True)  # ! GL401
        loss.backward()
        optimizer.step()


net = nn.Linear(3, 3)
train(net, nn.functional.mse_loss, torch.optim.SGD(net.parameters(), lr=0.1), torch.rand(2, 4, 3))
