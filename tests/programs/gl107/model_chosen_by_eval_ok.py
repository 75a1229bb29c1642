"""The expression that `eval` evaluates may be the class of a model: its outputs may have a graph."""

import sys

import torch
from torch import nn


def train(batches, model):
    for images, target in batches:
        loss = nn.functional.mse_loss(model.forward(images), target)
        loss.backward()


def main(architecture):
    model = eval(architecture).Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        train([(torch.randn(4, 3), torch.randn(4, 1))], model)
        optimizer.step()


main(sys.argv[1] if len(sys.argv) > 1 else "nn")
