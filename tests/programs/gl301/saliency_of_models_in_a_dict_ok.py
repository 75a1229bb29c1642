"""The models of an unresolved dict are in eval mode, and the gradient of the input is read: their graphs are needed."""

import pickle

import torch
from torch import nn

models = pickle.loads(pickle.dumps({"encoder": nn.Linear(3, 4), "head": nn.Linear(4, 1)}))
for name in models:
    models[name].eval()
for image in torch.randn(3, 1, 3):
    image.requires_grad_()
    score = models["head"](models["encoder"](image))
    score.sum().backward()
    print(image.grad.abs().max().item())
