"""NumPy 1.24 removed `np.float`: the first statement of the step raises AttributeError, not the second backward."""

import numpy as np
import torch
from torch import nn


def step(model, values):
    data = torch.from_numpy(np.asarray(values, dtype=np.float))
    loss = model(data.float()).pow(2).mean()
    loss.backward()
    loss.backward()


model = nn.Linear(4, 1)
try:
    step(model, [[1, 2, 3, 4]])
except AttributeError as error:
    print(error)
