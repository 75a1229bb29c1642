"""A received optimizer steps at the start of the iteration, with the gradients of the batch before."""

import torch


def train(model, opt, batches):
    for batch in batches:
        opt.step()
        opt.zero_grad()
        loss = model(batch).pow(2).mean()
        loss.backward()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 2, 3))
