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
    worst = 0.0
    for data in args["batches"]:
        restored = model(data)
        worst = max(worst, (restored - data).abs().max().item())
    return worst


@timed(2)
def sample(args):
    return len(args["batches"])


def main(args):
    with torch.no_grad():
        return ACTIONS[args["command"]](args)


ACTIONS = {"restore_inputs": restore_inputs, "sample": sample}

if __name__ == "__main__":
    eval("main")({"command": "restore_inputs", "batches": [torch.ones(2, 4), torch.zeros(2, 4)]})
