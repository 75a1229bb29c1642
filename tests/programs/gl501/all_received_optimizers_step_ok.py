"""All optimizers that the function receives reset their gradients, and step after each backward pass."""

import torch


def train(model, optimizers, batches):
    for batch in batches:
        for opt in optimizers:
            opt.zero_grad()
        loss = model(batch).pow(2).mean()
        loss.backward()
        for opt in optimizers:
            opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, [torch.optim.SGD(network.parameters(), lr=0.1)], torch.randn(4, 2, 3))
