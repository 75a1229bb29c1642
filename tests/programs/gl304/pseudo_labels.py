"""Of the logits for the weak view only detached values are used, and their graph is built for nothing."""

import torch
import torch.nn.functional as F
from torch import nn


class FixMatch:
    def __init__(self, model, threshold=0.3):
        self.model, self.threshold = model, threshold
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.03, nesterov=True, momentum=0.9)

    def pseudo(self, weak):
        logits = self.model(weak)  # ! GL304
        confidence, label = logits.detach().softmax(-1).max(-1)
        return label, (confidence > self.threshold).float()

    def step(self, x, y, weak, strong):
        label, mask = self.pseudo(weak)
        supervised = F.cross_entropy(self.model(x), y)
        unsupervised = (F.cross_entropy(self.model(strong), label, reduction="none") * mask).mean()
        self.optimizer.zero_grad()
        (supervised + unsupervised).backward()
        self.optimizer.step()


fm = FixMatch(nn.Linear(5, 3))
for _ in range(3):
    fm.step(torch.randn(4, 5), torch.randint(0, 3, (4,)), torch.randn(6, 5), torch.randn(6, 5))
