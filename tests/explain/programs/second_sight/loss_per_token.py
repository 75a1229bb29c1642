"""The loss of each token is kept for a mask that is not applied."""
import torch
from torch import nn


class Objective(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = nn.CrossEntropyLoss(reduction="none")

    def forward(self, logits, labels):
        return self.loss(logits.transpose(1, 2), labels)  # <- built


logits = nn.Linear(4, 6)(torch.randn(2, 5, 4))
loss = Objective()(logits, torch.randint(0, 6, (2, 5)))
loss.backward()  # <- raised
