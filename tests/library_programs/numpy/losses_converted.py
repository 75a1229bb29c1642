"""Tensors that require grad cannot be converted."""

import sys

import numpy as np
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
    if choice == "spread":
        print(np.std(losses))  # ! GL112
    elif choice == "last":
        print(np.log(loss))  # ! GL112
    elif choice == "table":
        print(np.vstack((np.arange(5), losses)))  # ! GL112
    elif choice == "row":
        rows = np.zeros((2, 5))
        rows[0] = losses  # ! GL112
    elif choice == "slice":
        row = np.empty(5)
        row[0:] = loss  # ! GL112
    elif choice == "element":
        row = np.ones(5)
        row[0] = loss
    elif choice == "own method":
        print(np.squeeze(loss).item(), np.swapaxes(loss.reshape(1, 1), 0, 1).item())
    elif choice == "list, where one tensor has a method":
        print(np.swapaxes([losses], 0, 1))  # ! GL112
    elif choice == "numbers":
        print(np.mean([each.item() for each in losses]), np.float64(loss))


main(sys.argv[1])
