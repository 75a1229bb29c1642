"""Helpers that change which parameters are trained."""


def freeze(module):
    for parameter in module.parameters():
        parameter.requires_grad = False
