"""The loss of a function that is not resolved is checked for NaN, then the step comes before its backward."""

import torch


def train(compute_loss, model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        loss = compute_loss(8)
        if not torch.isnan(loss):
            optimizer.step()  # ! GL503
            loss.backward()
        model.zero_grad()


network = torch.nn.Linear(3, 1)
eval("train")(lambda size: network(torch.randn(size, 3)).exp().mean(), network, 4)
