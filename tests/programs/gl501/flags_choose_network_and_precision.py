"""Settings of the command line choose how the network is trained; without half precision, no iteration resets its gradients."""

import argparse

import torch
from torch import nn


class Scaled:
    """An optimizer that scales the loss, as those for half precision do."""

    def __init__(self, optimizer: torch.optim.Optimizer, scale: float) -> None:
        self.optimizer = optimizer
        self.scale = scale

    def backward(self, loss: torch.Tensor) -> None:
        (loss * self.scale).backward()

    def step(self) -> None:
        self.optimizer.step()
        self.optimizer.zero_grad()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rank", type=int, default=-1)
    parser.add_argument("--devices", type=int, default=0)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--scale", type=float, default=0.0)
    parser.add_argument("--deep", action="store_true")
    parser.add_argument("--bias", action="store_true")
    parser.add_argument("--norm", action="store_true")
    args = parser.parse_args()
    model: nn.Module = nn.Linear(3, 1)
    if args.deep:
        model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), model)
    if args.norm:
        model = nn.Sequential(nn.LayerNorm(3), model)
    if args.bias:
        model = nn.Sequential(model, nn.Linear(1, 1))
    if args.rank != -1:
        model = nn.DataParallel(model, device_ids=[args.rank])
    elif args.devices > 1:
        model = nn.DataParallel(model)
    if args.half:
        optimizer = torch.optim.Adam(model.parameters())
        if args.scale == 0:
            scaled = Scaled(optimizer, 1024.0)
        else:
            scaled = Scaled(optimizer, args.scale)
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        if args.devices > 1:
            loss = loss.mean()
        if args.half:
            scaled.backward(loss)
            scaled.step()
        else:
            loss.backward()  # ! GL501
            optimizer.step()


main()
