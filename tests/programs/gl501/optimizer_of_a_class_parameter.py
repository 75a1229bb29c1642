"""The class of the optimizer is an argument: its instance steps, and nothing resets the gradients."""

import torch


def train(model, optimizer_class, batches):
    opt = optimizer_class(model.parameters(), lr=0.1)
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()  # ! GL501
        opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD, torch.randn(4, 2, 3))
