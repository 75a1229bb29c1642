"""The model that the program passes is not frozen: the first backward frees what the function computed with it before its loop."""

import sys

import torch
from torch import nn


def attack(model, inputs):
    scale = torch.ones(1, requires_grad=True)
    if "--exp" in sys.argv:
        scale = scale.exp()
    if "--sigmoid" in sys.argv:
        scale = scale.sigmoid()
    if "--tanh" in sys.argv:
        scale = scale.tanh()
    if "--sin" in sys.argv:
        scale = scale.sin()
    clean = torch.sigmoid(model(inputs))
    for _ in range(3):
        change = torch.zeros_like(inputs, requires_grad=True)
        loss = (torch.sigmoid(model(inputs + change)) * clean.exp()).sum()
        loss.backward()  # ! GL102
        inputs = inputs + change.grad.sign()
    return inputs, scale


def main():
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    model.eval()
    print(attack(model, torch.randn(2, 3)))


if __name__ == "__main__":
    main()
