"""With targets, a model returns its loss parts as data, and without, boxes that have a graph; here the targets are given."""

import sys
from collections import defaultdict

import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 2)

    def forward(self, images, targets=None):
        given = targets is not None
        with torch.no_grad():
            images = images - images.mean()
        boxes = self.body(images).tanh()
        if given:
            loss = (boxes - targets).pow(2).mean()
            return loss, torch.tensor([loss.item(), boxes.abs().mean().item()])
        return torch.cat([boxes, boxes.exp()], 1)


def train(batches):
    model = Detector()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    means = defaultdict(float)
    for number, (images, targets) in enumerate(batches):
        loss, parts = model(images.float(), targets.float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for index, name in enumerate(("loss", "size")):
            means[name] = (means[name] * number + parts[index]) / (number + 1)
    return {name: float(mean) for name, mean in means.items()}


getattr(sys.modules[__name__], "train")([(torch.randn(4, 3), torch.randn(4, 2)) for _ in range(3)])
