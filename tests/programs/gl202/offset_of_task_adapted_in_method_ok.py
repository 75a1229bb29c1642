"""Each step's loss is computed with the offset that the steps before have changed: its backward pass reaches all of them."""

import torch
from torch import nn


class Adapter:
    def __init__(self, model, steps):
        self.model, self.steps = model, steps
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def adapt(self, inputs, targets):
        offset = torch.zeros(1, requires_grad=True)
        for _ in range(self.steps):
            self.optimizer.zero_grad()
            loss = (self.model(inputs) + offset - targets).abs().mean()
            change = torch.autograd.grad(loss, offset, retain_graph=True)[0]
            loss.backward()
            self.optimizer.step()
            offset = offset - 0.5 * change
        return offset.item()


adapter = Adapter(nn.Linear(3, 1), 5)
for _ in range(2):
    print(adapter.adapt(torch.randn(6, 3), torch.randn(6, 1)))
