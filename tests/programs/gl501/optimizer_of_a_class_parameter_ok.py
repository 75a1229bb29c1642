"""The class of the optimizer is an argument: its instance resets the gradients and steps."""

import torch


def train(model, optimizer_class, batches):
    opt = optimizer_class(model.parameters(), lr=0.1)
    for batch in batches:
        opt.zero_grad()
        loss = model(batch).pow(2).mean()
        loss.backward()
        opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD, torch.randn(4, 2, 3))
