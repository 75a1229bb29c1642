"""The gradients of received parameters are saved, cleared and assigned again, so that the step finds them."""

import torch


def train(model, opt, parameters, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()
        saved = [parameter.grad / 2 for parameter in parameters]
        opt.zero_grad()
        for parameter, gradient in zip(parameters, saved):
            parameter.grad = gradient
        opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), list(network.parameters()), torch.randn(4, 2, 3))
