"""The fake images are not detached for the discriminator."""
import torch
from vendorlib import make_model, make_optimizer

generator, discriminator = make_model(2, 4), make_model(4, 1)
opt_g = make_optimizer(generator.parameters())
opt_d = make_optimizer(discriminator.parameters())
for real in torch.randn(2, 5, 4):
    fake = generator(torch.randn(5, 2))  # <- built
    loss_d = discriminator(fake).mean() - discriminator(real).mean()
    opt_d.zero_grad()
    loss_d.backward()  # <- freed
    opt_d.step()
    loss_g = -discriminator(fake).mean()
    opt_g.zero_grad()
    loss_g.backward()  # <- raised
    opt_g.step()
