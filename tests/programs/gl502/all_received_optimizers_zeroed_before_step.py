"""All optimizers that the function receives clear their gradients between the backward pass and their steps."""

import torch


def train(model, optimizers, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()
        for opt in optimizers:
            opt.zero_grad()  # ! GL502
        for opt in optimizers:
            opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, [torch.optim.SGD(network.parameters(), lr=0.1)], torch.randn(4, 2, 3))
