import contextlib

import torch
from torch import nn


def timed(show):
    def decorator(function):
        def wrapper(args):
            return function(args)

        return wrapper

    return decorator


def build():
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 4))


@timed(1)
def rebuild(args):
    model = build()
    model.eval()
    worst = 0.0
    for data in args["batches"]:
        restored = model(data)  # ! GL301
        worst = max(worst, (restored - data).abs().max().item())
    return worst


@timed(2)
def sample(args):
    return len(args["batches"])


def main(args):
    with contextlib.suppress(KeyError):
        return TASKS[args["command"]](args)


TASKS = {"rebuild": rebuild, "sample": sample}

if __name__ == "__main__":
    eval("main")({"command": "rebuild", "batches": [torch.ones(2, 4), torch.zeros(2, 4)]})
