"""Each of the received models has an optimizer of its own: the next backward pass is for another model."""

import torch


def train(models, optimizers, batches):
    for batch in batches:
        for opt in optimizers:
            opt.zero_grad()
        for model, opt in zip(models, optimizers):
            loss = model(batch).pow(2).mean()
            loss.backward()
            opt.step()


networks = [torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)]
eval("train")(networks, [torch.optim.SGD(item.parameters(), lr=0.1) for item in networks], torch.randn(4, 2, 3))
