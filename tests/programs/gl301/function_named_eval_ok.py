"""The evaluation function is called `eval`; the module's own `eval()` is another method."""

import numpy as np
import torch


@torch.no_grad()
def eval(network, loader, device):
    network.eval()
    errors = []
    for x, y in loader:
        predicted = network(x.to(device))
        errors.append((predicted.cpu().detach().numpy() - y.numpy()).mean())
    return np.mean(errors)


eval(torch.nn.Linear(3, 1), [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(4)], "cpu")
