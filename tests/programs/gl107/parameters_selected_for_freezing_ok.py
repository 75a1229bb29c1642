"""Comprehensions, indices and filters select what is frozen: each test decides one element by itself."""

import os

import torch
from torch import nn


def net():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def train(model):
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    loss = model(torch.randn(3, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


keep = os.environ.get("LAYERS_TO_TRAIN", "2")
first = int(os.environ.get("FIRST_LAYER_TO_TRAIN", "2"))

by_name = net()
for p in [p for name, p in by_name.named_parameters() if name.split(".")[0] != keep]:
    p.requires_grad = False
train(by_name)

by_index = net()
for index, child in enumerate(by_index.children()):
    if index < first:
        child.requires_grad_(False)
train(by_index)

filtered = net()
for name, child in filter(lambda item: item[0] != keep, filtered.named_children()):
    child.requires_grad_(False)
train(filtered)

module_by_module = net()
for name, module in module_by_module.named_modules():
    if name and keep not in name:
        for p in module.parameters(recurse=False):
            p.requires_grad = False
train(module_by_module)

enabled = net()
enabled.requires_grad_(False)
flags = {name: keep in name for name, _ in enabled.named_parameters()}
for name, p in enabled.named_parameters():
    if flags[name]:
        p.requires_grad_(True)
train(enabled)


def targets(model, key):
    for name, module in model.named_modules():
        if key in name and isinstance(module, (nn.Linear, nn.Conv1d)):
            yield name, module


found = net()
chosen = list(targets(found, keep))
for _, p in found.named_parameters():
    p.requires_grad = False
for _, module in chosen:
    module.weight.requires_grad = True
train(found)

constant = net()
for name, child in constant.named_children():
    if "2" not in name:
        child.requires_grad_(False)
train(constant)
