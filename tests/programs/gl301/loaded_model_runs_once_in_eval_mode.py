"""The model loads its parameters, so that its one output on an image is a prediction."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, stride=2)
        self.head = nn.Linear(36, 10)
        nn.init.zeros_(self.head.bias)

    def forward(self, images):
        return self.head(torch.relu(self.conv(images)).flatten(1))


net = Net().eval()
weights = {name: torch.ones_like(value) for name, value in net.state_dict().items()}
net.load_state_dict(weights)
scores = net(torch.randn(1, 3, 8, 8))  # ! GL301
print("class:", scores.argmax().item())
