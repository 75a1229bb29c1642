"""A variable of a call that has returned cannot be read again: the nested function mentions only the name of a parameter of its own."""

import argparse

import torch
from torch import nn


def train(model, loader, checks, optimizer, args):
    title = args.title

    def report(epoch, loss):
        print(title, epoch, loss)

    best, state = float("inf"), None
    for epoch in range(args.epochs):
        total = 0.0
        for batch in loader:
            optimizer.zero_grad()
            loss = model(batch).pow(2).mean()
            loss.backward(retain_graph=True)  # ! GL201
            optimizer.step()
            total += loss.item()
        report(epoch, total)
        if checks is not None:
            model.eval()
            if total < best:
                best, state = total, model.state_dict()
            elif args.patience:
                break
    if state:
        model.load_state_dict(state)


def evaluate(model, batches):
    with torch.no_grad():
        for batch in batches:
            print(model(batch).mean().item())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--title", default="loss")
    parser.add_argument("--patience", type=int, default=3)
    parser.add_argument("--check", default=None)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--test", default=None)
    parser.add_argument("--wide", action="store_true")
    args = parser.parse_args([])
    loader = [torch.randn(2, 3) for _ in range(3)]
    checks = test = None
    if args.check:
        checks = [torch.randn(2, 3)]
    if args.test:
        test = [torch.randn(2, 3)]
    size = 4
    if args.wide:
        size = 8
    if args.half:
        loader = loader[:1]
    model = nn.Sequential(nn.Linear(3, size), nn.Tanh(), nn.Linear(size, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, loader, checks, optimizer, args)
    print("done")
    evaluate(model, loader)
    if checks:
        evaluate(model, checks)
    if test:
        evaluate(model, test)
