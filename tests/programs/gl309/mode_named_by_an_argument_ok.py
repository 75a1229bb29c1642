"""A helper switches all models to the mode of its argument; after the accuracy it is called with the wrong one."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="EE", choices=["EE", "LSTM"])
parser.add_argument("--check_every", default=2, type=int)
parser.add_argument("--num", default=20, type=int)


def get_engine(args):
    return nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))


def switch(mode, models):
    assert mode in ["train", "eval"]
    for m in models:
        if m is None:
            continue
        if mode == "train":
            m.train()
        if mode == "eval":
            m.eval()


def check(args, engine, other, loader):
    switch("eval", [engine, other])
    right, seen = 0, 0
    for x, y in loader:
        scores = None
        with torch.no_grad():
            if args.kind == "EE":
                scores = engine(x)
            elif args.kind == "LSTM":
                scores = other(x)
        if scores is not None:
            right += (scores.max(1)[1] == y).sum().item()
            seen += len(y)
    switch("train", [engine, other])
    return right / seen


def train_loop(args, train_loader, val_loader):
    engine, engine_optimizer = None, None
    other, other_optimizer = None, None
    if args.kind == "EE":
        engine = get_engine(args)
        engine_optimizer = torch.optim.Adam(engine.parameters())
    if args.kind == "LSTM":
        other = get_engine(args)
        other_optimizer = torch.optim.Adam(other.parameters())
    loss_fn = nn.CrossEntropyLoss()
    switch("train", [engine, other])
    t = 0
    while t < args.num:
        for x, y in train_loader:
            t += 1
            if args.kind == "EE":
                engine_optimizer.zero_grad()
                loss = loss_fn(engine(x), y)
                loss.backward()
                engine_optimizer.step()
            elif args.kind == "LSTM":
                other_optimizer.zero_grad()
                loss = loss_fn(other(x), y)
                loss.backward()
                other_optimizer.step()
            if t % args.check_every == 0:
                print(check(args, engine, other, val_loader))
            if t == args.num:
                break


def main(args):
    loader = [(torch.randn(6, 4), torch.randint(2, (6,))) for _ in range(4)]
    train_loop(args, loader, loader)


main(parser.parse_args([]))
