"""The assert ends the program before the second backward if the settings ask for two steps."""

import torch


class Settings:
    accumulate = False


def train(model, settings, batches):
    for batch in batches:
        loss = model(batch).exp().mean()
        if settings.accumulate:
            loss.backward()
        assert not settings.accumulate
        loss.backward()


eval("train")(torch.nn.Linear(3, 1), eval("Settings")(), torch.randn(4, 2, 3))
