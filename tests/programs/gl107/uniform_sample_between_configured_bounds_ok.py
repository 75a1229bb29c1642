"""Numbers drawn in place have no graph, wherever their bounds come from: what is computed from them has none."""

import types

import torch

settings = types.SimpleNamespace(**{"strength": 0.5})
start = torch.zeros(2, 3).uniform_(-settings.strength, settings.strength).requires_grad_()
start.pow(2).sum().backward()
