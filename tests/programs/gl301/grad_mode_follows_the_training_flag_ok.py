"""The same method trains or only measures, and its grad mode and its backward both follow the module's flag."""

import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.network.parameters(), lr=0.1)

    def run(self, batch):
        with torch.set_grad_enabled(self.training):
            loss = self.network(batch).abs().mean()
        if self.training:
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()


learner = Learner()
for epoch in range(2):
    learner.train()
    print(sum(learner.run(batch) for batch in torch.randn(3, 4, 3)))
    learner.eval()
    print(sum(learner.run(batch) for batch in torch.randn(2, 4, 3)))
