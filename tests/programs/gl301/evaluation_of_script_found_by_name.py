"""The script looks the evaluation up by a string, which is a use of it."""

import torch
from torch import nn


def evaluate(model):
    model.eval()
    for _ in range(3):
        print(model(torch.randn(4, 3)).argmax(1))  # ! GL301


def run(task):
    globals()[task](nn.Linear(3, 2))


run("evaluate")
