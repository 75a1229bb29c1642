"""An optimizer that the function receives steps after each backward pass, and nothing resets the gradients."""

import torch


def train(model, opt, schedule, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()  # ! GL501
        opt.step()
        schedule.step()


network = torch.nn.Linear(3, 1)
eval("train")(
    network, opt := torch.optim.SGD(network.parameters(), lr=0.1), torch.optim.lr_scheduler.ExponentialLR(opt, 0.9), torch.randn(4, 2, 3)
)
