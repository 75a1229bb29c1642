"""All of the network is frozen, and the head that replaces the old one is new: the usual transfer learning."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.fc = nn.Linear(4, 8), nn.Linear(8, 10)

    def forward(self, x):
        return self.fc(self.body(x).relu())


model = Net()
for param in model.parameters():
    param.requires_grad = False
model.fc = nn.Linear(model.fc.in_features, 2)
optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.001, momentum=0.9)
for inputs, labels in [(torch.randn(5, 4), torch.randint(0, 2, (5,))) for _ in range(3)]:
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(inputs), labels)
    loss.backward()
    optimizer.step()
