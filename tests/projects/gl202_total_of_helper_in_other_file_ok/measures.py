def distance(model, x):
    """The caller adds this up over its batches."""
    return model(x).abs().mean().item()
