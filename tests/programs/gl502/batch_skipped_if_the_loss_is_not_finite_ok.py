"""The gradients of a loss that is not finite are cleared before the step; all other batches train."""

import torch


def train(model, opt, batches):
    for batch in batches:
        opt.zero_grad()
        loss = model(batch).pow(2).mean()
        loss.backward()
        if not torch.isfinite(loss):
            opt.zero_grad()
        opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 2, 3))
train(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 2, 3))
