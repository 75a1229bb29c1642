"""A unit test compares the outputs of two models that share loaded weights: each model runs once, to be tested."""

import torch
from torch import nn


def restored(weights):
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    net.load_state_dict(weights)
    return net


def test_same_inference():
    first = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).eval()
    second = restored(first.state_dict()).eval()
    inputs = torch.randn(2, 3)
    torch.testing.assert_close(first(inputs), second(inputs))


if __name__ == "__main__":
    test_same_inference()
