"""Each batch of the test data trains the model before it predicts."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(4, 8, 3):
    optimizer.zero_grad()
    model(x).logsumexp(1).mean().backward()
    optimizer.step()
for test_batch in torch.randn(2, 8, 3):
    probabilities = model(test_batch).softmax(1)
    entropy = -(probabilities * probabilities.log()).sum(1).mean()
    optimizer.zero_grad()
    entropy.backward()
    optimizer.step()
    with torch.no_grad():
        print(model(test_batch).argmax(1).sum().item())
