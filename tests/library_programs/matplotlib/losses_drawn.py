"""A curve of losses that require grad cannot be drawn; a text may show them."""

import sys

import matplotlib.pyplot as plt
import torch
from torch import nn


def losses_of(model):
    losses = []
    for _ in range(5):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        losses.append(loss)  # ! GL203
    return losses, loss


def main(choice):
    losses, loss = losses_of(nn.Linear(3, 1))
    if choice == "curve":
        plt.title(loss)
        plt.plot(losses)  # ! GL112
    elif choice == "points":
        plt.text(0.0, 0.0, loss)
        plt.scatter(range(5), losses)  # ! GL112
    elif choice == "level":
        plt.axhline(loss)  # ! GL112
    elif choice == "numbers":
        plt.plot([each.item() for each in losses])


main(sys.argv[1])
