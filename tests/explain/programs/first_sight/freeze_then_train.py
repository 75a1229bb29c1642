"""A helper freezes the backbone, and the head is not used."""
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, x, features_only=False):
        h = self.backbone(x)
        return h if features_only else self.head(h)


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False  # <- leaf


net = Net()
freeze(net.backbone)
features = net(torch.randn(3, 4), features_only=True)
loss = features.norm()
loss.backward()  # <- raised
