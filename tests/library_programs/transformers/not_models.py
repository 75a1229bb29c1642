"""transformers: processors and feature extractors are not models."""

import torch
from transformers import AutoFeatureExtractor, AutoModel, AutoProcessor


def processor(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = AutoProcessor.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def extractor(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = AutoFeatureExtractor.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def outputs(loader):
    model = AutoModel.from_pretrained("base")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301
