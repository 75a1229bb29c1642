"""The backward pass of the loss shows that the loss requires grad, whatever the received model is."""

import torch
from torch import nn


def fit(model, batches):
    for inputs in batches:
        loss = torch.linalg.norm(model(inputs), dim=1).mean()
        loss.backward()
        print(loss.cpu().numpy())  # ! GL112


eval("fit")(nn.Linear(3, 2), [torch.randn(4, 3)])
