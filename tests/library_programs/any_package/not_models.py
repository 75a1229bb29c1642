"""Parts of a checkpoint other than its model build no graph."""

import torch
from somewhere import BertTokenizerFast, CLIPProcessor, BertConfig, ViTFeatureExtractor, DDPMScheduler, DiffusionPipeline, Encoder


def berttokenizerfast(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = BertTokenizerFast.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def clipprocessor(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = CLIPProcessor.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def bertconfig(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = BertConfig.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def vitfeatureextractor(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = ViTFeatureExtractor.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def ddpmscheduler(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = DDPMScheduler.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def diffusionpipeline(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = DiffusionPipeline.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def encoder(loader):
    model = Encoder.from_pretrained("base")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301
