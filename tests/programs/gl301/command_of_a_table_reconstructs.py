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
    restored = model(args["data"])  # ! GL301
    return (restored - args["data"]).abs().max().item()


@timed(2)
def sample(args):
    return args["data"].mean().item()


def main(args):
    with contextlib.suppress(KeyError):
        return TASKS[args["command"]](args)


TASKS = {"rebuild": rebuild, "sample": sample}

if __name__ == "__main__":
    eval("main")({"command": "rebuild", "data": torch.ones(2, 4)})
