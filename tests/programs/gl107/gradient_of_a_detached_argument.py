"""The argument is detached, and never made to require grad: the sum has no graph."""

import torch


def gradient(scores):
    leaf = scores.detach()
    torch.stack([leaf.exp()]).sum().backward()  # ! GL107
    return leaf.grad


if __name__ == "__main__":
    print(gradient(torch.ones(3)))
