"""The codec is frozen before it encodes anything."""

import torch
import torch.nn.functional as F
from torch import nn


class Codec(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Conv1d(1, 4, 4, stride=4)
        self.dec = nn.ConvTranspose1d(4, 1, 4, stride=4)

    def encode(self, wave):
        return torch.tanh(self.enc(wave))


codec = Codec()
prior = nn.Conv1d(4, 4, 3, padding=1)
for weight in codec.parameters():
    weight.requires_grad_(False)
sgd = torch.optim.SGD(prior.parameters(), lr=1e-2)
for wave in torch.randn(3, 2, 1, 32):
    code = codec.encode(wave)
    guess = prior(code[..., :-1])
    loss = F.mse_loss(guess[..., :-1], guess.new_zeros(2, 4, 6))
    sgd.zero_grad()
    loss.backward()
    sgd.step()
