"""The generator's loss reuses the discriminator's output on the fake batch."""
import torch
from torch import nn
from vendorlib import make_model

generator, critic = make_model(2, 3), make_model(3, 1)
opt_g = torch.optim.Adam(generator.parameters())
opt_c = torch.optim.Adam(critic.parameters())
bce = nn.functional.binary_cross_entropy_with_logits


def critic_step(real, fake):
    on_fake = critic(fake)  # <- built
    on_real = critic(real)
    loss = bce(on_real, torch.ones_like(on_real)) + bce(on_fake, torch.zeros_like(on_fake))
    opt_c.zero_grad()
    loss.backward()  # <- freed
    opt_c.step()
    return on_fake


def generator_step(on_fake):
    opt_g.zero_grad()
    loss = bce(on_fake, torch.ones_like(on_fake))
    loss.backward()  # <- raised
    opt_g.step()


fake = generator(torch.randn(4, 2))
generator_step(critic_step(torch.randn(4, 3), fake))
