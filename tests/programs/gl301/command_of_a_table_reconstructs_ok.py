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
def restore_inputs(args):
    model = build()
    model.eval()
    restored = model(args["data"])
    return (restored - args["data"]).abs().max().item()


@timed(2)
def sample(args):
    return args["data"].mean().item()


def main(args):
    with torch.no_grad():
        return ACTIONS[args["command"]](args)


ACTIONS = {"restore_inputs": restore_inputs, "sample": sample}

if __name__ == "__main__":
    eval("main")({"command": "restore_inputs", "data": torch.ones(2, 4)})
