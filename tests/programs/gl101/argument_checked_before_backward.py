"""A helper refuses a loss whose graph was not kept; its caller claims that it was, and the second backward is reached."""

import torch
from torch import nn


def refuse(kept):
    if not kept:
        raise RuntimeError("the graph is gone")


def learn_again(loss, kept):
    refuse(kept)
    loss.backward()  # ! GL101


loss = nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean()
loss.backward()
if eval("len")("abc") == 3:
    learn_again(loss, True)
