import torch


def score(generator, discriminator, batches):
    generator.eval()
    discriminator.eval()
    total = 0.0
    for real in batches:
        logits = discriminator(generator.sample(len(real)))
        total += (torch.sigmoid(logits) > 0.5).float().mean().item()
    return total / len(batches)
