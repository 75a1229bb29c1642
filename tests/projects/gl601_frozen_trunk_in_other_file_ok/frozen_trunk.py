from torch import nn


def make_trunk(width):
    trunk = nn.Sequential(nn.Linear(3, width), nn.Tanh())
    for parameter in trunk.parameters():
        parameter.requires_grad = False
    return trunk
