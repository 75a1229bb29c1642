"""The outputs are stored without their graph."""

import numpy as np
import torch
from torch import nn


def collect(model, batches):
    outputs = []
    for x in batches:
        with torch.no_grad():
            outputs.append(model(x))
    return np.concatenate(outputs)


scores = collect(nn.Linear(3, 2), [torch.randn(8, 3) for _ in range(5)])
print(scores.shape)
