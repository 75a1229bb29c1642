"""The accuracy on the test set is computed with dropout, and with grad mode on."""

import torch
from torch import nn

inputs, labels = torch.randn(24, 5), torch.randint(2, (24,))
test_inputs, test_labels = torch.randn(8, 5), torch.randint(2, (8,))
network = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Dropout(p=0.2), nn.Linear(12, 2))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for epoch in range(2):
    for start in range(0, 24, 8):
        loss = nn.functional.cross_entropy(network(inputs[start : start + 8]), labels[start : start + 8])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
torch.set_grad_enabled(False)
correct = 0
for x, y in zip(test_inputs.split(4), test_labels.split(4)):
    predicted = network(x).argmax(dim=1)  # ! GL310
    correct += int((predicted == y).sum())
print(correct / len(test_labels))
