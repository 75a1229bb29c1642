"""An LSTM saves the outputs of all steps, and a method scales them in place."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 8, batch_first=True)

    def forward(self, x):
        outputs, _ = self.lstm(x)
        outputs.mul_(0.5)
        return outputs[:, -1]


encoder = Encoder()
loss = encoder(torch.randn(2, 5, 4)).pow(2).mean()
loss.backward()  # ! GL105
print(encoder.lstm.weight_hh_l0.grad.norm().item())
