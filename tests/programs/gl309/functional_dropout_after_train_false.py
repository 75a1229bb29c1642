"""`train(False)` has the effect of `eval()`, and dropout is a function that reads the flag."""

import torch
from torch import nn
from torch.nn import functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.second(F.dropout(F.relu(self.first(x)), 0.4, training=self.training))


def accuracy(net, inputs, labels):
    net.train(False)  # ! GL309
    with torch.no_grad():
        hits = (net(inputs).argmax(1) == labels).sum().item()
    return hits / len(labels)


net = Classifier()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
epoch = 0
while epoch < 4:
    inputs, labels = torch.randn(16, 3), torch.randint(2, (16,))
    optimizer.zero_grad()
    F.cross_entropy(net(inputs), labels).backward()
    optimizer.step()
    print(accuracy(net, inputs, labels))
    epoch += 1
