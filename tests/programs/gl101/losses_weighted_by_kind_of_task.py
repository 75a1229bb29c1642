"""Weights by task come from a helper of a helper; the task that the caller knows calls backward twice through one forward pass."""

import torch
from torch import nn


class Weights:
    def __init__(self, first, second):
        self.first, self.second = first, second


def weights_for(args):
    if args.task == "regression":
        return Weights(1.0, 0.5)
    else:
        return Weights(1.0, 2.0)


def prepared(args):
    weights = weights_for(args)
    print(args.task, weights.first)
    return weights


def train(args, batches):
    weights = prepared(args)
    if args.task == "regression":
        raise NotImplementedError
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
    for x in batches:
        out = net(x)
        (weights.first * out.pow(2).mean()).backward()
        (weights.second * out.exp().mean()).backward()  # ! GL101


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser()
    parser.add_argument("--task", default="classification")
    train(parser.parse_args(), torch.randn(3, 5, 3))
