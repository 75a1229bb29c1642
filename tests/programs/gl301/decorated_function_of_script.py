"""A decorator registers the evaluation, which a loop over the registry then runs: no name shows the call."""

import torch
from torch import nn

COMMANDS = []


def command(function):
    COMMANDS.append(function)
    return function


@command
def evaluate(model=nn.Linear(3, 2)):
    model.eval()
    for _ in range(3):
        print(model(torch.randn(4, 3)).argmax(1))  # ! GL301


def main():
    for function in COMMANDS:
        function()


if __name__ == "__main__":
    main()
