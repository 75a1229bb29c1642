"""The losses are computed in inference mode."""

import torch
import torch.nn.functional as F
from torch import autograd, nn


class Validator:
    def __init__(self, network):
        self.network = network

    def validate(self, batches):
        self.network.eval()
        total = 0
        for batch in batches:
            with torch.inference_mode():
                total += F.mse_loss(self.network(batch), batch)
        return total / len(batches)


print(Validator(nn.Linear(4, 4)).validate(torch.randn(3, 2, 4)).item())
