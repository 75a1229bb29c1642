"""A function without callers names the step of the optimizer that it receives and does not call it: no parameter changes."""

import torch


def update(model, optimizer, batch):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    loss.backward()
    optimizer.step  # ! GL303  the step does not run
    return loss.item()


network = torch.nn.Linear(3, 1)
arguments = network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 3)
print(eval("update")(*arguments))
