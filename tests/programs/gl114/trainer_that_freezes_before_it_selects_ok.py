"""The method that freezes the backbone runs after the optimizer was created."""

import torch
from torch import nn


class Trainer:
    def __init__(self, backbone):
        self.backbone = backbone
        params = (p for p in self.backbone.parameters() if p.requires_grad)
        self.optimizer = torch.optim.Adam(params)
        self.freeze()

    def freeze(self):
        self.backbone.requires_grad_(False)


Trainer(nn.Linear(3, 2))
