"""A helper refuses a loss whose graph was not kept, so that the second backward, which the mode of the program rules out, is not reached."""

import torch
from torch import nn


def refuse(kept):
    if not kept:
        raise RuntimeError("the graph is gone")


def learn_again(loss, kept):
    refuse(kept)
    loss.backward()


loss = nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean()
loss.backward()
if eval("len")("abc") == 2:
    learn_again(loss, False)
