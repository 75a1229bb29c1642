"""A schedule that overrides `step` sets a floor of the rate, and resets the gradients."""

import torch


class Floored(torch.optim.lr_scheduler.StepLR):
    def step(self, epoch=None):
        super().step()
        for group in self.optimizer.param_groups:
            group["lr"] = max(group["lr"], 0.01)
        self.optimizer.zero_grad()


def train(model, optimizer, batches):
    schedule = Floored(optimizer, 2)
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()
        optimizer.step()
        schedule.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 2, 3))
