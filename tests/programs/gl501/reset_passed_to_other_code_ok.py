"""The function receives the method `zero_grad` of the optimizer before each batch, and calls it."""

import torch


class Timer:
    def run(self, function):
        function()


def train(timer, batches):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        timer.run(optimizer.zero_grad)
        loss = model(batch).exp().mean()
        loss.backward()
        optimizer.step()


eval("train")(eval("Timer")(), torch.randn(3, 2, 3))
