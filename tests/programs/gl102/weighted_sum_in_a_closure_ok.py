"""The optimizer calls the closure, which adds up new losses; without any, the weighted sum would be a number."""

import sys

import torch
from torch import nn


def fit(layers, image, steps=2, weight=10):
    start = image.clone().requires_grad_()
    optimizer = torch.optim.LBFGS([start])
    for _ in range(steps):

        def closure():
            optimizer.zero_grad()
            score = 0
            if layers:
                score += nn.functional.mse_loss(layers[0](start), torch.zeros(3, 1))
            score *= weight
            loss = score + 0
            loss.backward()
            return loss

        optimizer.step(closure)


eval(sys.argv[1] if len(sys.argv) > 1 else "fit")([nn.Linear(2, 1)], torch.rand(3, 2))
