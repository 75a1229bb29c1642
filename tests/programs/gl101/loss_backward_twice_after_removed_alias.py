"""The second backward of one loss goes through the graph that the first has freed; `np.float64` is in every version of NumPy."""

import numpy as np
import torch
from torch import nn


def step(model, values):
    data = torch.from_numpy(np.asarray(values, dtype=np.float64))
    loss = model(data.float()).pow(2).mean()
    loss.backward()
    loss.backward()  # ! GL101


model = nn.Linear(4, 1)
step(model, [[1, 2, 3, 4]])
