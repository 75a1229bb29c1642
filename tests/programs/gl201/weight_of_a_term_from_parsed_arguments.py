"""The weight of a term is an argument of the command line, which the losses of all iterations read: it holds no graph."""

import sys
import types

import torch
from torch import nn

configargparse = types.ModuleType("configargparse")
exec(
    """
import argparse

class ArgumentParser(argparse.ArgumentParser):
    def parse_args(self):
        return super().parse_args([])
""",
    configargparse.__dict__,
)
sys.modules["configargparse"] = configargparse
import configargparse


def fit(parts, batches):
    parser = configargparse.ArgumentParser()
    parser.add_argument("--weight", type=float, default=0.5)
    args = parser.parse_args()
    render, compare, optimizer = parts
    for rays, targets in batches:
        result = render(rays, args.weight)
        loss = compare(result["coarse"], targets)
        weight = args.weight
        loss = loss + weight * compare(result["fine"], targets)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


hidden = eval
coarse, fine = nn.Linear(3, 3), nn.Linear(3, 3)
adam = torch.optim.Adam([*coarse.parameters(), *fine.parameters()])
parts = (lambda rays, scale: {"coarse": coarse(rays), "fine": fine(rays)}), nn.functional.mse_loss, adam
hidden("fit")(parts, [(torch.randn(2, 3), torch.randn(2, 3)) for _ in range(3)])
