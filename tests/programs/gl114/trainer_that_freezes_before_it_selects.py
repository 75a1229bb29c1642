"""The method that freezes the backbone runs before the parameters to train are selected."""

import torch
from torch import nn


class Trainer:
    def __init__(self, backbone):
        self.backbone = backbone
        self.freeze()
        params = (p for p in self.backbone.parameters() if p.requires_grad)
        self.optimizer = torch.optim.Adam(params)  # ! GL114

    def freeze(self):
        self.backbone.requires_grad_(False)


Trainer(nn.Linear(3, 2))
