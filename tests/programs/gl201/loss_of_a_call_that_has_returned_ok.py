"""A nested function that is called after its function has returned can still read the loss."""

import argparse

import torch
from torch import nn


def train(model, loader, checks, optimizer, args):
    title, epochs = args.title, args.epochs

    def report(epoch, total):
        print(title, epoch, total)

    def finish(factor):
        (factor * loss).backward()
        optimizer.step()

    best = float("inf")
    for epoch in range(epochs):
        total = 0.0
        for batch in loader:
            optimizer.zero_grad()
            loss = model(batch).pow(2).mean()
            loss.backward(retain_graph=True)
            total += loss.item()
        report(epoch, total)
        if checks is not None:
            if total < best:
                best = total
            elif args.patience:
                break
    return finish


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--title", default="loss")
    parser.add_argument("--patience", type=int, default=3)
    parser.add_argument("--check", default=None)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--wide", action="store_true")
    args = parser.parse_args([])
    loader = [torch.randn(2, 3) for _ in range(3)]
    checks = None
    if args.check:
        checks = [torch.randn(2, 3)]
    size = 4
    if args.wide:
        size = 8
    if args.half:
        loader = loader[:1]
    model = nn.Sequential(nn.Linear(3, size), nn.Tanh(), nn.Linear(size, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    finish = train(model, loader, checks, optimizer, args)
    finish(0.1)
