"""The first iteration computes the loss of the kind that a setting selects, and the others change it: they backpropagate through it again."""

import argparse

import torch
from torch import nn


def train(model, batches, optimizer, args):
    for step, (x, y) in enumerate(batches):
        if step == 0:
            if args.kind == "plain" or args.kind == "weighted":
                loss, output = model(x, y)
            elif args.kind == "smooth" or args.kind == "focal":
                loss, output = model(x, y, 0.1)
            elif args.kind == "margin":
                loss, output = model(x, y, 1.0)
        loss = loss.mean() / args.scale
        loss.backward()  # ! GL103
        optimizer.step()
        optimizer.zero_grad()


def scored_by(layer):
    def scored(x, y, margin=0.0):
        output = layer(x)
        return (output - y).abs() + margin, output

    return scored


def main():
    layer = nn.Linear(4, 1)
    batches = [(torch.randn(6, 4), torch.randn(6, 1)) for _ in range(3)]
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    eval("train")(scored_by(layer), batches, optimizer, argparse.Namespace(kind="focal", scale=2.0))


main()
