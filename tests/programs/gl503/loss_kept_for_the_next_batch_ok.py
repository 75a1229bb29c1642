"""Each iteration steps with the gradients of the one before, and backpropagates a loss that a function which is not resolved computes."""

import torch


def train(compute_loss, model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.zero_grad()
    for _ in range(steps):
        optimizer.step()
        optimizer.zero_grad()
        loss = compute_loss(8)
        if not torch.isnan(loss):
            loss.backward()
    optimizer.step()


network = torch.nn.Linear(3, 1)
eval("train")(lambda size: network(torch.randn(size, 3)).exp().mean(), network, 4)
