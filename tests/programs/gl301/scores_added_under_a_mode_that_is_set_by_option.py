"""An option enables grad mode before an evaluation: it is on in any case, and each score builds a graph."""

import torch
from torch import nn


def score(model, batches, quiet, recording):
    if quiet:
        torch.set_grad_enabled(True)
    model.eval()
    total = 0
    for batch in batches:
        total = total + model(batch).mean()  # ! GL301
    print(float(total))


eval("score")(nn.Linear(3, 1), torch.randn(4, 5, 3), True, False)
