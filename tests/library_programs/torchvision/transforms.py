"""torchvision: transforms have no parameters to train, and keep the graph of a tensor."""

import torch
import torchvision.transforms.functional as TF
from torch import nn
from torchvision import transforms
from torchvision.models import vgg19
from torchvision.transforms import v2


class PerceptualLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = vgg19().features[:36].eval()
        for param in self.features.parameters():
            param.requires_grad = False
        self.normalize = transforms.Normalize(mean=[0.5], std=[0.5])
        self.crop = transforms.Compose([transforms.Resize(8), transforms.CenterCrop(4)])
        self.pipeline = nn.Sequential(v2.Resize(4), v2.Normalize([0.5], [0.5]))
        self.double = transforms.Lambda(lambda image: image * 2)
        self.half = v2.Lambda(lambda image: image / 2)

    def forward(self, x, y):
        x, y = self.normalize(x), self.normalize(y)
        x, y = self.crop(x), self.crop(y)
        x, y = self.pipeline(x), self.pipeline(y)
        x, y = self.double(x), self.double(y)
        x, y = self.half(x), self.half(y)
        return (self.features(x) - self.features(y)).abs().mean()


def perceptual(loader):
    net, loss_of = nn.Linear(3, 3), PerceptualLoss()
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss_of(net(x), y.to("cuda")).backward()
        optimizer.step()


class Augmented(nn.Module):
    def __init__(self):
        super().__init__()
        self.distort = transforms.RandomApply([nn.Conv2d(3, 3, 1)], p=0.5)
        self.head = nn.Linear(3, 3)

    def forward(self, x):
        return self.head(self.distort(x))  # ! GL305


def untrained_part(loader):
    net = Augmented()
    optimizer = torch.optim.SGD(net.head.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        optimizer.step()


def normalized(loader):
    model = nn.Linear(3, 1)
    normalize = transforms.Normalize([0.5], [0.5])
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += normalize(loss)  # ! GL202
    print(total)


def resized(loader):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += TF.resize(loss, [2])  # ! GL202
    print(total)


def resized_again(loader):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += v2.functional.resize(loss, [2])  # ! GL202
    print(total)
