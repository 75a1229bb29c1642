"""A module changes an activation that exp has saved."""
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        h = self.layer(x).exp()  # <- built
        h[:, 0] = 0.0  # <- changed
        return h


def main():
    block = Block()
    loss = block(torch.randn(2, 4)).sum()
    loss.backward()  # <- raised


if __name__ == "__main__":
    main()
