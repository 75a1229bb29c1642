"""The mode is a member of an enumeration, which differs from the other members and from every string: one backward runs."""

from enum import Enum

import torch
from torch import nn


class Mode(Enum):
    PLAIN = "plain"
    TWICE = "twice"


MODE = Mode.TWICE
net = nn.Linear(2, 1)
loss = net(torch.ones(1, 2)).pow(2).mean()
loss.backward()
if MODE is Mode.PLAIN or MODE == "twice" or MODE.value != "twice" or Mode.PLAIN == MODE:
    loss.backward()
