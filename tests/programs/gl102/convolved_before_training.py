"""The whole data set goes through the first layer once, before training, and every epoch backpropagates that one pass."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)
images, labels = torch.randn(8, 1, 6, 6), torch.randint(0, 2, (8,))
stem = nn.Conv2d(1, 2, 3)
classifier = nn.Sequential(nn.ReLU(), nn.Flatten(), nn.Linear(32, 2))
optimizer = torch.optim.SGD(list(stem.parameters()) + list(classifier.parameters()), lr=0.05)
edges = stem(images)
for epoch in range(3):
    for index in DataLoader(TensorDataset(torch.arange(8)), batch_size=8):
        loss = F.cross_entropy(classifier(edges[index[0]]), labels[index[0]])
        optimizer.zero_grad()
        loss.backward()  # ! GL102
        optimizer.step()
