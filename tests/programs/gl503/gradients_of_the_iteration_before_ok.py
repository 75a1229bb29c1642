"""Each iteration begins with the step for the gradients of the one before, and a helper that backpropagates precedes another step."""

import torch
from torch import nn

model, other = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
second = torch.optim.SGD(other.parameters(), lr=0.1)


def backpropagate(network, inputs):
    network(inputs).pow(2).mean().backward()


helpers = {"train": backpropagate}
for batch in range(4):
    inputs = torch.randn(8, 3) * 2
    optimizer.step()
    optimizer.zero_grad()
    second.zero_grad()
    helpers["train"](other, inputs)
    penalty = other(inputs).abs().mean()
    second.step()
    print(penalty.item())
    loss = model(inputs).pow(2).mean()
    loss.backward()
