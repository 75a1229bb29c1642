"""The second phase retains the graph of the compiled encoder, which its first phase has freed."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(4, 8)
        self.two = nn.Linear(8, 8)
        self.three = nn.Linear(8, 2)

    def forward(self, x):
        return self.three(self.two(self.one(x).relu()).relu())


def main():
    encoder = torch.compile(Encoder(), backend="aot_eager")
    optimizer = torch.optim.Adam(encoder.parameters())
    data = [torch.randn(5, 4) for _ in range(3)]
    for batch in data:
        loss = encoder(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for batch in data:
        code = encoder(batch)
        optimizer.zero_grad()
        (code.pow(2).mean() + code.var(0).mean()).backward(retain_graph=True)  # ! GL115
        optimizer.step()


main()
