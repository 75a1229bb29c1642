"""Without an optional extension, which a flag in a try block tells, a plain loop steps before it runs backward."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def fit(batches):
    extended = 0
    try:
        import an_extension_that_is_missing

        an_extension_that_is_missing.fit(model, batches)
        extended = 1
    except ImportError:
        pass
    if extended == 0:
        for x in batches:
            optimizer.zero_grad()
            loss = model(x).abs().mean()
            optimizer.step()  # ! GL503
            loss.backward()


fit([torch.randn(2, 3) for _ in range(4)])
