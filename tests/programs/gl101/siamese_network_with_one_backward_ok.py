"""One network is used twice in each step, with one graph for both and one backward."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Pairs(Dataset):
    def __init__(self, n):
        self.x, self.y = torch.randn(n, 1, 8, 8), torch.randint(0, 3, (n,))

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        j = (i * 7 + 3) % len(self)
        return self.x[i], self.x[j], (self.y[i] == self.y[j]).float()


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.cnn = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(inplace=True), nn.MaxPool2d(2))
        self.fc = nn.Linear(36, 5)

    def forward_once(self, x):
        h = self.cnn(x)
        return self.fc(h.view(h.size(0), -1))

    def forward(self, a, b):
        return self.forward_once(a), self.forward_once(b)


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=1.0):
        super().__init__()
        self.margin = margin

    def forward(self, a, b, same):
        d = F.pairwise_distance(a, b)
        return (same * d.pow(2) + (1 - same) * torch.clamp(self.margin - d, min=0).pow(2)).mean()


net, criterion = Siamese(), ContrastiveLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=5e-4)
counter, loss_history = [], []
for epoch in range(2):
    for i, (a, b, same) in enumerate(DataLoader(Pairs(12), batch_size=4, shuffle=True), 0):
        optimizer.zero_grad()
        e1, e2 = net(a, b)
        loss_contrastive = criterion(e1, e2, same)
        loss_contrastive.backward()
        optimizer.step()
        if i % 2 == 0:
            counter.append(epoch * 3 + i)
            loss_history.append(loss_contrastive.item())
net.eval()
with torch.no_grad():
    for a, b, _ in DataLoader(Pairs(4)):
        print(F.pairwise_distance(*net(a, b)).item())
