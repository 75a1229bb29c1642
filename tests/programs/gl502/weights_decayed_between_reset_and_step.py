"""The weights of an unresolved optimizer are decayed by hand before the step, after a reset that has cleared the gradients."""

import torch
from torch import nn


class Epoch:
    def __init__(self, model, optimizer, decay):
        self.model = model
        self.optimizer = optimizer
        self.decay = decay

    def step(self, batch):
        loss = self.model(batch).pow(2).mean()
        loss.backward()
        self.optimizer.zero_grad()  # ! GL502
        with torch.no_grad():
            for group in self.optimizer.param_groups:
                for param in group["params"]:
                    param.data = param.data.add(param.data, alpha=-self.decay * group["lr"])
        self.optimizer.step()
        return loss.item()


model = nn.Linear(3, 1)
epoch = eval("Epoch")(model, torch.optim.SGD(model.parameters(), lr=0.1), 0.01)
print([epoch.step(torch.randn(4, 3)) for _ in range(3)])
