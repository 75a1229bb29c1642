"""Evaluates any model."""


def mean_error(model, batches):
    model.eval()
    total = 0.0
    for x, y in batches:
        total += (model(x) - y).abs().mean().item()
    return total / len(batches)
