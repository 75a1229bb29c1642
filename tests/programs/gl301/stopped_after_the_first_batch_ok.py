"""While the script is being tried out, it ends after the first batch: nothing is evaluated."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def evaluate():
    model.eval()
    right = 0
    for x, y in held_out:
        right += int((model(x).argmax(1) == y).sum())
    return right


if __name__ == "__main__":
    held_out = DataLoader(TensorDataset(torch.randn(8, 3), torch.randint(2, (8,))), batch_size=4)
    batches = DataLoader(TensorDataset(torch.randn(8, 3), torch.randint(2, (8,))), batch_size=4)
    model = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    try:
        for epoch in range(3):
            model.train()
            for x, y in batches:
                loss = nn.functional.cross_entropy(model(x), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                print(epoch, loss.item())
                sys.exit()
            print(evaluate())
    except SystemExit:
        print("stopped")
