"""Another script, with a function of the same name."""

import torch


def limit(prices):
    return prices.clamp(0, 1)


@torch.no_grad()
def main():
    print(limit(torch.randn(3)).shape)


main()
