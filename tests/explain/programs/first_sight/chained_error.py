"""The loop wraps each error in one of its own."""
import torch
from vendorlib import make_model


class TrainingFailed(Exception):
    pass


def run(model, x):
    out = model(x)  # <- built
    out.sum().backward()  # <- freed
    try:
        out.pow(2).sum().backward()  # <- raised
    finally:
        print("step done")


def main():
    model = make_model(4, 2)
    try:
        run(model, torch.randn(3, 4))
    except RuntimeError as error:
        raise TrainingFailed("epoch 0") from error


main()
