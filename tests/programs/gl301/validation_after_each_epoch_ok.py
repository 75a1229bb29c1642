"""The validation is decorated with no_grad."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        scores = model(x)
        total += F.cross_entropy(scores, y, reduction="sum")
    return total / len(loader.dataset)


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loaders = {}
    for part in ("train", "val"):
        loaders[part] = DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 3, (8,))), batch_size=4)
    for epoch in range(2):
        train(model, loaders["train"], optimizer)
        print(epoch, validate(model, loaders["val"]).item())


if __name__ == "__main__":
    main()
