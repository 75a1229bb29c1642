"""One of two functions that are not resolved computes the loss of an iteration, and its graph is used once."""

import torch


def train(square, plain, model, steps, squared):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number in range(steps):
        if squared and number % 2:
            loss = square(8)
        else:
            loss = plain(8)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


network = torch.nn.Linear(3, 1)
square, plain = (lambda size: network(torch.randn(size, 3)).pow(2).mean()), (lambda size: network(torch.randn(size, 3)).exp().mean())
eval("train")(square, plain, network, 4, True)
