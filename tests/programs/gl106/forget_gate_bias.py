"""A slice of a bias is a view of a leaf, and filling it changes the leaf in place."""

from torch import nn
import torch

lstm = nn.LSTM(3, 4)
for name, param in lstm.named_parameters():
    if "bias" in name:
        n = param.size(0)
        param[n // 4 : n // 2].fill_(1.0)  # ! GL106
opt = torch.optim.Adam(lstm.parameters())
out, _ = lstm(torch.randn(5, 2, 3))
out.pow(2).mean().backward()
opt.step()
