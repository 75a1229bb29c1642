"""A module keeps the loss of its forward pass, and backpropagates it later with a keyword that PyTorch has removed."""

import torch
from torch import nn


class StyleLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target.detach()

    def forward(self, features):
        self.loss = (features - self.target).pow(2).mean()
        return features

    def backward(self, keep=True):
        self.loss.backward(retain_variables=keep)  # ! GL901
        return self.loss


weight = torch.ones(3, requires_grad=True)
style = StyleLoss(torch.zeros(3))
style(weight * 2)
style.backward(keep=False)
