"""The weights are drawn again in place by the tensor's own method, which does not guard as nn.init does."""

import torch
import torch.nn as nn


class Generator(nn.Module):
    def __init__(self, nz=5):
        super().__init__()
        self.main = nn.Sequential(nn.ConvTranspose2d(nz, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.ConvTranspose2d(4, 1, 3))
        self.init_weights()

    def init_weights(self):
        for m in self.modules():
            if isinstance(m, nn.ConvTranspose2d):
                m.weight.normal_(0.0, 0.02)  # ! GL106

    def forward(self, z):
        return self.main(z)


net = Generator()
opt = torch.optim.Adam(net.parameters())
net(torch.randn(2, 5, 1, 1)).pow(2).mean().backward()
opt.step()
