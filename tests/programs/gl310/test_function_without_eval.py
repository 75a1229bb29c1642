"""The function that tests the classifier does not switch it to eval mode."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 16)
        self.dropout = nn.Dropout(0.3)
        self.output = nn.Linear(16, 3)

    def forward(self, x):
        return self.output(self.dropout(self.hidden(x).relu()))


def fit(model, batches, optimizer):
    for x, y in batches:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def accuracy_on_test_set(model, batches):
    correct = total = 0
    for x, y in batches:
        correct += (model(x).argmax(1) == y).sum().item()  # ! GL310
        total += len(y)
    return correct / total


batches = [(torch.randn(8, 4), torch.randint(3, (8,))) for _ in range(3)]
held_out = [(torch.randn(8, 4), torch.randint(3, (8,))) for _ in range(2)]
model = Classifier()
fit(model, batches, torch.optim.Adam(model.parameters()))
print(accuracy_on_test_set(model, held_out))
