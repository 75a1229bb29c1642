"""Two of the four outputs are detached and the other two remain unused: an unused output does not use the graph."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 4)
        self.head = nn.Linear(4, 4)

    def forward(self, x):
        state = torch.zeros(1, 4)
        outputs = []
        while True:
            state = self.cell(x, state)
            outputs += [self.head(state)]
            if len(outputs) > 3 and bool((outputs[-1].data < 9).all()):
                break
        linear = torch.stack(outputs)
        return linear, state, linear * 2, outputs


class Wrapped(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Decoder()
        self.parts = ["body"]

    def forward(self, x):
        return sum([getattr(self, name)(x) for name in self.parts], ())


def synthesize(model, x):
    mel, linear, gate, alignment = model(x)  # ! GL304
    return linear[0].detach().numpy(), gate[0].data.numpy()


def main():
    model = Wrapped()
    for _ in range(3):
        spectrogram, weights = synthesize(model, torch.randn(1, 4))
        print(spectrogram.shape, weights.shape)


main()
