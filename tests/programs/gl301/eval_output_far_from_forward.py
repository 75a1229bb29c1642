"""A forward pass goes through more calls than are followed, and nothing on the way has to do with graphs."""

import torch
from torch import nn


class Painter(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = nn.Linear(3, 3)

    def forward(self, inputs, purpose):
        return self.first(inputs, purpose)

    def first(self, inputs, purpose):
        return self.second(inputs, purpose)

    def second(self, inputs, purpose):
        return self.third(inputs, purpose)

    def third(self, inputs, purpose):
        return self.fourth(inputs, purpose)

    def fourth(self, inputs, purpose):
        return self.fifth(inputs, purpose)

    def fifth(self, inputs, purpose):
        if purpose == "training":
            return self.generator(inputs)
        painted = self.generator(inputs)
        return painted


def paint(painter, inputs):
    return show(painter, inputs)


def show(painter, inputs):
    painter.eval()
    for _ in range(3):
        print(painter(inputs, purpose="inference").shape)  # ! GL301


paint(Painter(), torch.randn(8, 3))
