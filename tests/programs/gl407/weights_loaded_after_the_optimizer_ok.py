"""`load_state_dict` changes the parameters in place: the optimizer still owns them."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(3, 8), nn.ReLU())
        self.fc = nn.Linear(8, classes)

    def forward(self, x):
        return self.fc(self.backbone(x))


model, other = Net(2), Net(2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.load_state_dict(other.state_dict())
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
