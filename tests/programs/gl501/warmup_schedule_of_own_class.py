"""A schedule of the program's own class sets the rate after each step, and nothing resets the gradients."""

import torch


class Warmup(torch.optim.lr_scheduler.LRScheduler):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer)

    def get_lr(self):
        return [rate * min(1.0, (self.last_epoch + 1) / self.steps) for rate in self.base_lrs]


def train(model, optimizer, batches):
    schedule = Warmup(optimizer, 10)
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()
        schedule.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 2, 3))
