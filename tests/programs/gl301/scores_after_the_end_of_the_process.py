"""The process ends after the scores of the trained model."""

import sys

import torch
from torch import nn


def main():
    model = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(torch.randn(8, 3)), torch.randint(2, (8,))).backward()
        optimizer.step()
    print("trained")
    model.eval()
    right = 0
    for batch in range(3):
        right += int((model(torch.randn(8, 3)).argmax(1) == torch.randint(2, (8,))).sum())  # ! GL301
    print(right)
    sys.exit()


if __name__ == "__main__":
    try:
        main()
    except SystemExit:
        print("done")
