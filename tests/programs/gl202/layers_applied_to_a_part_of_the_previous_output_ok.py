"""Each layer of a stack is applied to a part of the previous output: that is one forward pass, whose caller runs backward."""

import torch
from torch import nn


class Stream:
    def __init__(self, layers):
        self.layers = layers
        self.seen = None

    def feed(self, signal):
        answer = signal
        for layer in self.layers:
            answer = torch.relu(layer(answer[..., 1:]))
            answer = answer.clamp(max=5.0)
        self.seen = answer
        return answer.mean().item()


layers = nn.ModuleList([nn.Conv1d(1, 1, 3) for _ in range(3)])
stream = Stream(layers)
print(stream.feed(torch.randn(1, 1, 32)))
