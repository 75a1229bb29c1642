"""All parameters are frozen, so that a filter of `requires_grad` leaves none."""

import torch
from torch import nn


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False


def build():
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
    freeze(model)
    return model


def main():
    model = build()
    params = filter(lambda p: p.requires_grad, model.parameters())
    opt = torch.optim.Adam(params, lr=1e-3)  # ! GL114
    for _ in range(2):
        x, y = torch.randn(4, 8), torch.randint(0, 3, (4,))
        opt.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        opt.step()


if __name__ == "__main__":
    main()
