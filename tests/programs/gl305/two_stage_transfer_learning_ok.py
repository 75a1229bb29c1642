"""First the head alone is trained on frozen features, then all of it, and grad mode is on in the training phase only."""

import torch
import torch.nn.functional as F
from torch import nn


class Stem(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 6, 3), nn.BatchNorm2d(6), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.fc = nn.Linear(6, 10)

    def forward(self, x):
        return self.fc(self.features(x).flatten(1))


def set_trainable(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


def train_model(model, optimizer, phases, epochs):
    acc = {}
    for epoch in range(epochs):
        for phase in ["train", "val"]:
            model.train() if phase == "train" else model.eval()
            correct = 0
            for x, y in phases[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    out = model(x)
                    _, preds = torch.max(out, 1)
                    loss = F.cross_entropy(out, y)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
                correct += torch.sum(preds == y.data)
            acc[phase] = correct.double() / 8
    return acc


batches = [(torch.rand(4, 3, 6, 6), torch.randint(0, 2, (4,))) for _ in range(2)]
phases = {"train": batches, "val": batches}
net = Stem()
set_trainable(net, False)
net.fc = nn.Linear(6, 2)
train_model(net, torch.optim.SGD(net.fc.parameters(), lr=0.01), phases, 2)
set_trainable(net.features, True)
groups = [{"params": net.features.parameters(), "lr": 1e-4}, {"params": net.fc.parameters(), "lr": 1e-2}]
print(train_model(net, torch.optim.SGD(groups, lr=1e-3), phases, 2))
