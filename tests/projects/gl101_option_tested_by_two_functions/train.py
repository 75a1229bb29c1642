"""Two functions test an option of another file; the second one tests a flag in a helper before."""

import torch
from options import options
from torch import nn

model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def label(verbose):
    if verbose:
        return "loss of the step"
    return "loss"


def train(batch):
    loss = model(batch).sum()
    if options.strict:
        loss = loss * 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_verbose(batch, verbose):
    loss = model(batch).pow(2).sum()
    print(label(verbose))
    if options.strict:
        loss = loss * 2
    optimizer.zero_grad()
    loss.backward()
    loss.backward()  # ! GL101
    optimizer.step()
