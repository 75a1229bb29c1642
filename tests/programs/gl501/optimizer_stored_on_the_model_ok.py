"""The optimizer is an attribute of the model that the function receives: it resets the gradients and steps."""

import torch


def train(model, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        model.optimizer.zero_grad()
        loss.backward()
        model.optimizer.step()


network = torch.nn.Linear(3, 1)
network.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
eval("train")(network, torch.randn(4, 2, 3))
