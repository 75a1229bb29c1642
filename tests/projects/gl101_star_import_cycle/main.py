"""Two files import one another with a star, and each name of one is a name of the other: what is found beside it must survive."""
import torch
from walking import *
from steps import *

weight = torch.ones(2, requires_grad=True)


def train():
    walk(weight.sum())
    loss = weight.exp().sum()
    loss.backward()
    loss.backward()  # ! GL101


if __name__ == "__main__":
    train()
