"""The reduction of a focal loss comes from a configuration file."""
import json

import torch
from torch import nn

CONFIG = json.loads('{"loss": {"gamma": 2.0, "reduction": "none"}, "epochs": 2}')


class FocalLoss(nn.Module):
    def __init__(self, gamma, reduction):
        super().__init__()
        self.gamma, self.reduction = gamma, reduction

    def forward(self, logits, target):
        entropy = nn.functional.cross_entropy(logits, target, reduction="none")
        loss = (1 - torch.exp(-entropy)) ** self.gamma * entropy  # <- built
        if self.reduction == "mean":
            return loss.mean()
        if self.reduction == "sum":
            return loss.sum()
        return loss


network, criterion = nn.Linear(6, 3), FocalLoss(**CONFIG["loss"])
for _ in range(CONFIG["epochs"]):
    criterion(network(torch.randn(4, 6)), torch.tensor([2, 0, 1, 1])).backward()  # <- raised
