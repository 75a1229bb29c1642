"""Collects features for a plot; the model's mode is up to the caller."""


def collect(model, batches):
    found = []
    for batch in batches:
        features = model(batch)  # ! GL301
        found.append(features.detach())
    return found
