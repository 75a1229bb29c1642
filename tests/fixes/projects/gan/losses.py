import torch
from torch.nn import functional


def discriminator_loss(real, fake):
    return functional.binary_cross_entropy_with_logits(real, torch.ones_like(real)) + functional.binary_cross_entropy_with_logits(
        fake, torch.zeros_like(fake)
    )


def generator_loss(fake):
    return functional.binary_cross_entropy_with_logits(fake, torch.ones_like(fake))
