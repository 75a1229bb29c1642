"""The gradient that backward starts from has a graph whose saved tensors were changed, but it is not backpropagated through."""

import copy
import sys
import types

import torch

zoo = types.ModuleType("zoo")
exec("import torch\n\nmodel = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 3))\nimage = torch.ones(2, 4)\n", zoo.__dict__)
sys.modules["zoo"] = zoo
from zoo import image, model


def saliency(weight):
    gradient = torch.zeros(2, 4)
    gradient[0] = weight[0].exp()
    gradient[1] = gradient[0] * torch.tanh(gradient[0] * weight[0])
    encoder = copy.deepcopy(model)[0]
    encoder.zero_grad()
    sample = copy.deepcopy(image)
    sample.requires_grad = True
    features = encoder(sample)
    features.backward(gradient)
    return sample.grad


print(saliency(torch.nn.Linear(4, 3).weight))
