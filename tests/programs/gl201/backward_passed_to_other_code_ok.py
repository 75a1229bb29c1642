"""The function receives the method `backward` of the loss, and calls it a second time."""

import torch


class Timer:
    def run(self, function):
        function()


def profile(model, timer, batches):
    for batch in batches:
        loss = model(batch).exp().mean()
        loss.backward(retain_graph=True)
        timer.run(loss.backward)


eval("profile")(torch.nn.Linear(3, 1), eval("Timer")(), torch.randn(3, 2, 3))
