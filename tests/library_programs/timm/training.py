"""timm: factories of models and optimizers, and a scaler that runs backward and steps when it is called."""

import timm
import torch
from timm.loss import LabelSmoothingCrossEntropy
from timm.optim import create_optimizer, create_optimizer_v2
from timm.utils import ModelEmaV2, NativeScaler, accuracy


def not_reset(args, loader):
    model = timm.create_model("resnet18")
    optimizer = create_optimizer(args, model)
    criterion = LabelSmoothingCrossEntropy()
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()  # ! GL501
        optimizer.step()


def reset(args, loader):
    model = timm.create_model("resnet18")
    optimizer = create_optimizer(args, model)
    criterion = LabelSmoothingCrossEntropy()
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def scaled_not_reset(loader):
    model = timm.create_model("resnet18")
    optimizer = create_optimizer_v2(model, "sgd", 0.1)
    scaler = NativeScaler()
    model.train()
    for x in loader:
        loss = model(x).sum()
        scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())  # ! GL501


def scaled_and_reset(loader):
    model = timm.create_model("resnet18")
    optimizer = create_optimizer_v2(model, "sgd", 0.1)
    ema = ModelEmaV2(model)
    scaler = NativeScaler()
    model.train()
    for x in loader:
        loss = model(x).sum()
        optimizer.zero_grad()
        scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())
        ema.update(model)


def scaled_every_fourth_batch(loader):
    model = timm.create_model("resnet18")
    optimizer = create_optimizer_v2(model, "sgd", 0.1)
    scaler = NativeScaler()
    model.train()
    for number, x in enumerate(loader):
        update = number % 4 == 3
        scaler(model(x).sum(), optimizer, parameters=model.parameters(), need_update=update)
        if update:
            optimizer.zero_grad()


def scaled_twice(loader):
    model = timm.create_model("resnet18")
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = NativeScaler()
    model.train()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).sum()
        scaler(loss, optimizer)
        scaler(loss, optimizer)  # ! GL101


def accuracies(loader):
    model = timm.create_model("resnet18")
    model.eval()
    total = []
    with torch.no_grad():
        for x, y in loader:
            total.append(accuracy(model(x), y)[0])
    return total
