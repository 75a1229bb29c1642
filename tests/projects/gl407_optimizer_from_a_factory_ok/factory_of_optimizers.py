"""Constructs the optimizer for a model."""

import torch


def make_optimizer(model, rate):
    return torch.optim.AdamW(model.parameters(), lr=rate)
