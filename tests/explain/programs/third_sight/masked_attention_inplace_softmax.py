"""The attention weights are masked in place after the softmax saved them."""
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(size, size) for _ in range(3))

    def weights(self, x):
        return torch.softmax(self.q(x) @ self.k(x).transpose(1, 2), dim=-1)  # <- built

    def forward(self, x, dropped):
        weights = self.weights(x)
        weights[:, :, dropped] = 0.0  # <- changed
        return weights @ self.v(x)


attention = Attention(4)
out = attention(torch.randn(2, 5, 4), torch.tensor([1, 3]))
out.sum().backward()  # <- raised
