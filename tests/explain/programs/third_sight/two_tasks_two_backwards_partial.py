"""Each task's loss is backpropagated by a partial application of one function."""
import functools

import torch
from vendorlib import make_model

trunk = make_model(4, 6)
heads = {name: torch.nn.Linear(6, 1) for name in ("depth", "normals")}


def task_loss(shared, name):
    return heads[name](shared).pow(2).mean()


def backpropagate(losses):
    for name, compute in losses.items():
        loss = compute(name)
        loss.backward()  # <- raised, freed


shared = trunk(torch.randn(3, 4))  # <- built
backpropagate({name: functools.partial(task_loss, shared) for name in heads})
