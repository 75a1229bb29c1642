"""One of two functions that are not resolved computes the loss, and the step comes after its backward."""

import torch


def train(square, plain, model, steps, squared):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number in range(steps):
        optimizer.zero_grad()
        if squared and number % 2:
            loss = square(8)
        else:
            loss = plain(8)
        loss.backward()
        optimizer.step()


network = torch.nn.Linear(3, 1)
square, plain = (lambda size: network(torch.randn(size, 3)).pow(2).mean()), (lambda size: network(torch.randn(size, 3)).exp().mean())
eval("train")(square, plain, network, 4, True)
