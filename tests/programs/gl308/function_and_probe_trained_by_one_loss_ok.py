"""Probe and encoder, a function of weights, are both updated with the gradients of the probe's loss."""

import torch
import torch.nn.functional as F

weights = {"hidden": torch.randn(8, 4, requires_grad=True), "code": torch.randn(3, 8, requires_grad=True)}
probe = torch.randn(2, 3, requires_grad=True)


def layer(name, values):
    return F.linear(values, weights[name])


def encode(values):
    hidden = layer("hidden", values).relu()
    return layer("code", hidden)


encoder_optimizer = torch.optim.SGD(weights.values(), lr=0.01)
probe_optimizer = torch.optim.SGD([probe], lr=0.01)
for batch in torch.randn(4, 6, 4):
    codes = encode(batch)
    codes.pow(2).mean().backward()
    encoder_optimizer.step()
    encoder_optimizer.zero_grad()

    codes = encode(batch)
    F.cross_entropy(F.linear(codes, probe), torch.randint(2, (6,))).backward()
    probe_optimizer.step()
    encoder_optimizer.step()
    probe_optimizer.zero_grad()
    encoder_optimizer.zero_grad()
