"""Both tests hold for equal values, and the graph is backpropagated through twice."""

import os

import torch


def train(first, second, scale):
    loss = (scale * scale).sum()
    if first < second:
        loss.backward()
    if second == first:
        loss.backward()
    loss = (scale * scale).sum()
    if first != second:
        loss.backward()
    if second == first:
        loss.backward()
    loss = (scale * scale).sum()
    if first is second:
        loss.backward()
    if second is first:
        loss.backward()  # ! GL101
    loss = (scale * scale).sum()
    if first is not None:
        loss.backward()
    if None is first:
        loss.backward()
    loss = (scale * scale).sum()
    if first > second:
        loss.backward()
    if not second <= first:
        loss.backward()


eval("train")(len(os.environ), len(os.environ), torch.ones(3, requires_grad=True))
