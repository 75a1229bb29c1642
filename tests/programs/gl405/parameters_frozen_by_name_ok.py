"""Some parameters are frozen by name, and the same filter decides what the optimizer gets."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.classifier = nn.Linear(4, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.classifier(self.encoder(x).relu())


model = Net()
for name, param in model.named_parameters():
    if not name.startswith("classifier"):
        param.requires_grad_(False)
optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
for x in torch.randn(3, 2, 4):
    loss = model(x).pow(2).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
