"""The mode is a member of an enumeration: both conditions hold, and the second backward goes through the freed graph."""

from enum import Enum

import torch
from torch import nn


class Mode(Enum):
    PLAIN = "plain"
    TWICE = "twice"


MODE = Mode.TWICE
net = nn.Linear(2, 1)
loss = net(torch.ones(1, 2)).pow(2).mean()
if MODE is Mode.TWICE:
    loss.backward()
if MODE.value == "twice" and MODE != Mode.PLAIN and MODE.name == "TWICE":
    print(MODE)
    loss.backward()  # ! GL101
