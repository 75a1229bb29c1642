"""A received optimizer steps after the backward pass."""

import torch


def train(model, opt, criterion, batches):
    for batch in batches:
        opt.zero_grad()
        loss = criterion(model(batch), torch.zeros(2, 1))
        loss.backward()
        opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.nn.MSELoss(), torch.randn(4, 2, 3))
