"""A received optimizer steps after it clears its gradients and before the backward pass."""

import torch


def train(model, opt, criterion, batches):
    for batch in batches:
        opt.zero_grad()
        loss = criterion(model(batch), torch.zeros(2, 1))
        opt.step()  # ! GL503
        loss.backward()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.nn.MSELoss(), torch.randn(4, 2, 3))
