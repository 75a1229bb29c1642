"""A handler and the parameter of a lambda bind their names, so the second backward is reached."""

import torch
from torch import nn

model = nn.Linear(4, 1)
loss = model(torch.randn(8, 4)).pow(2).mean()
loss.backward()
try:
    print((lambda value: value)(loss.item()), int("a"))
except ValueError as error:
    print(error)
loss.backward()  # ! GL101
