"""The optimizer is an attribute of the model that the function receives: it steps, and nothing resets the gradients."""

import torch


def train(model, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()  # ! GL501
        model.optimizer.step()


network = torch.nn.Linear(3, 1)
network.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
eval("train")(network, torch.randn(4, 2, 3))
