"""The function that computes the loss is decorated with no_grad."""
import torch
from torch import nn


@torch.no_grad()
def compute_loss(model, x):
    return model(x).pow(2).mean()  # <- no_grad


def train():
    model = nn.Linear(4, 1)
    loss = compute_loss(model, torch.randn(8, 4))
    loss.backward()  # <- raised


train()
