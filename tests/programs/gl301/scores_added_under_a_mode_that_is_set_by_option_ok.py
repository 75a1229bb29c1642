"""An option says if the caller's grad mode is set before an evaluation: where it is, no graph is built."""

import torch
from torch import nn


def score(model, batches, quiet, recording):
    if quiet:
        torch.set_grad_enabled(recording)
    model.eval()
    total = 0
    for batch in batches:
        total = total + model(batch).mean()
    print(float(total))


eval("score")(nn.Linear(3, 1), torch.randn(4, 5, 3), True, False)
