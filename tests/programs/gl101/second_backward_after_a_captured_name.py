"""A pattern and the parameter of a lambda bind their names, so the second backward is reached."""

import torch
from torch import nn

model = nn.Linear(4, 1)
loss = model(torch.randn(8, 4)).pow(2).mean()
loss.backward()
match [loss.item(), 1]:
    case [value, *rest]:
        print((lambda text: text)(value), rest)
loss.backward()  # ! GL101
