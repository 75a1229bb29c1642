"""A module's own method may name its parameter freely, as long as it passes it on under the new name."""

import torch
from torch import nn


class StyleLoss(nn.Module):
    def __init__(self, goal):
        super().__init__()
        self.goal = goal
        self.loss = torch.zeros(())

    def forward(self, features):
        gram = features @ features.t()
        self.loss = (gram - self.goal).pow(2).mean()
        return features

    def backward(self, retain_variables=True):
        self.loss.backward(retain_graph=retain_variables)
        return self.loss.item()


picture = torch.rand(2, 6, requires_grad=True)
styles = [StyleLoss(torch.eye(2)), StyleLoss(torch.zeros(2, 2))]
for _ in range(2):
    features = picture * 2
    for style in styles:
        features = style(features)
    styles[0].backward(retain_variables=True)
    styles[1].backward(retain_variables=False)
