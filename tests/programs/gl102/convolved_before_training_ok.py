"""Each batch goes through the first layer when its turn comes."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)
images, labels = torch.randn(8, 1, 6, 6), torch.randint(0, 2, (8,))
stem = nn.Conv2d(1, 2, 3)
classifier = nn.Sequential(nn.ReLU(), nn.Flatten(), nn.Linear(32, 2))
optimizer = torch.optim.SGD(list(stem.parameters()) + list(classifier.parameters()), lr=0.05)
for epoch in range(3):
    for index in DataLoader(TensorDataset(torch.arange(8)), batch_size=8):
        edges = stem(images[index[0]])
        loss = F.cross_entropy(classifier(edges), labels[index[0]])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
