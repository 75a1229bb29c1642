"""The images do not require grad, so the first block gets no gradient; reentrant checkpoints are the default."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU())
        self.body = nn.Sequential(nn.Conv2d(4, 4, 3, padding=1), nn.ReLU())
        self.head = nn.Linear(4, 2)

    def forward(self, images):
        x = checkpoint(self.stem, images)  # ! GL601
        x = checkpoint(self.body, x, use_reentrant=False)
        return self.head(x.mean((2, 3)))


loader = DataLoader(TensorDataset(torch.rand(8, 3, 6, 6), torch.randint(2, (8,))), batch_size=4)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    for images, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
