"""A script that clamps the bias of a layer, and that another file imports."""

from torch import nn


def limit(layer: nn.Conv1d, bound: float = 0.1) -> nn.Conv1d:
    layer.bias.clamp_(-bound, bound)
    return layer


def main():
    print(nn.Conv1d(2, 3, 1))


if __name__ == "__main__":
    main()
