"""A network with loaded weights is tried on random input: nothing but the size of its output is read."""

import io

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, pretrained=False):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        if pretrained:
            file = io.BytesIO()
            torch.save(nn.Linear(3, 2).state_dict(), file)
            file.seek(0)
            self.layer.load_state_dict(torch.load(file))

    def forward(self, x):
        return self.layer(x)


if __name__ == "__main__":
    inputs = torch.rand(4, 3)
    net = Net(pretrained=True)
    net.eval()
    output = net(inputs)
    print("output", output.size())
