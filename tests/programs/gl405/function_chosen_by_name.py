"""No function from which an argument selects one calls the network of the optimizer."""

import sys

import torch


def first(inputs):
    return one(inputs)


def second(inputs):
    return two(inputs)


one, two, other = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
forwards = {"first": first, "second": second}
forward = forwards[sys.argv[1] if len(sys.argv) > 1 else "second"]
optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
for _ in range(8):
    loss = forward(torch.ones(2, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # ! GL405
