"""All optimizers that the function receives step after each backward pass, and nothing resets the gradients."""

import torch


def train(model, optimizers, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()  # ! GL501
        for opt in optimizers:
            opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, [torch.optim.SGD(network.parameters(), lr=0.1)], torch.randn(4, 2, 3))
