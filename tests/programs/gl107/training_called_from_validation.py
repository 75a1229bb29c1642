"""The validation calls the function that trains, and everything it calls runs under its no_grad."""

import torch
import torch.nn.functional as F
from torch import nn


class Calibrated:
    def __init__(self):
        self.network = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2))
        self.temperature = torch.ones(1, requires_grad=True)
        self.optimizer = torch.optim.Adam([self.temperature], lr=0.05)

    def adapt(self, logits, labels):
        loss = F.cross_entropy(logits / self.temperature, labels)
        self.optimizer.zero_grad()
        loss.backward()  # ! GL107
        self.optimizer.step()

    @torch.no_grad()
    def validate(self, batches):
        for inputs, labels in batches:
            self.adapt(self.network(inputs), labels)
        return self.temperature.item()


batches = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(2)]
print(Calibrated().validate(batches))
