"""torchvision: the overlap of boxes is differentiable."""

import torch
from torchvision.ops import box_iou


def kept(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += box_iou(loss, x)  # ! GL202
    print(total)


def counted(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += box_iou(loss.detach(), x)
    print(total)
