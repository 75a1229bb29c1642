"""Of the answers of two evaluated models one is chosen by a name that nobody knows, and walked: what it learns from is asked for."""
import random

import torch
from torch import nn

first, second = nn.Linear(3, 1), nn.Linear(3, 1)
first.eval()
second.eval()
for _ in range(4):
    inputs = torch.randn(8, 3)
    answers = {"first": first(inputs), "second": second(inputs)}
    chosen = answers[random.choice(list(answers))]
    chosen.sum().backward()
print(first.weight.grad, second.weight.grad)
