"""The hook on one block of an unresolved backbone stores the features of which the distillation loss is made."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])


class Distiller(nn.Module):
    def __init__(self, backbone, layer):
        super().__init__()
        self.backbone = backbone
        self.feature = torch.zeros(4)
        getattr(self.backbone, layer).register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.feature = output

    def forward(self, x):
        self.backbone(x)
        return self.feature


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Linear(3, 4)

    def forward(self, x):
        return self.block(x).relu()


distiller = Distiller(eval(json.loads('{"network": "Backbone()"}')["network"]), "block")
for batch in torch.randn(3, 2, 3):
    loss = distiller(batch).pow(2).mean()
    loss.backward()
