"""torchvision: operations on boxes and losses keep the graph; suppression, grids and images do not."""

import torch
from torchvision import models
from torchvision.ops import batched_nms, nms, roi_align, sigmoid_focal_loss
from torchvision.utils import make_grid, save_image


def aligned(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += roi_align(loss, x, 2).sum()  # ! GL202
    print(total)


def focal(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += sigmoid_focal_loss(loss, x)  # ! GL202
    print(total)


def focal_of_data(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += sigmoid_focal_loss(loss.detach(), x)
    print(total)


def suppressed(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += nms(loss, x, 0.5)
    print(total)


def suppressed_by_class(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += batched_nms(loss, x, x, 0.5)
    print(total)


def grids(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += make_grid(loss)
    print(total)


def saved(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        save_image(loss, "a.png")
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def saved_and_used_again(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        save_image(loss, "a.png")
        loss.backward(retain_graph=True)
        loss.pow(2).backward()
        optimizer.step()


def weights(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = models.get_model_weights("resnet18")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def names(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = models.list_models()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)
