"""The loss of chosen classes has no graph; requires_grad silences the error, and the steps then find no gradient."""

import torch
import torch.nn.functional as F
from torch import nn


class Classifier:
    def __init__(self):
        self.network = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 4))
        self.optimizer = torch.optim.SGD(self.network.parameters(), lr=0.1)

    def update(self, batch, grades):
        chosen = self.network(batch).argmax(dim=1).float()
        loss = F.l1_loss(chosen, grades)
        loss.requires_grad = True  # ! GL401
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


classifier = Classifier()
print([classifier.update(torch.randn(5, 3), torch.rand(5) * 3) for _ in range(2)])
