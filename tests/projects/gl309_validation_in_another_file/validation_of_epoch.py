"""The validation leaves the model in eval mode."""

import torch


def validation_loss(model, batches):
    model.eval()  # ! GL309
    with torch.no_grad():
        return sum(model(batch).pow(2).mean().item() for batch in batches)
