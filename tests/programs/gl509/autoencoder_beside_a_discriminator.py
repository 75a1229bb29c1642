"""The loss of an autoencoder is backpropagated, and only the discriminator's optimizer steps."""

import torch
from torch import nn


class VAEGAN(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 2)
        self.decoder = nn.Linear(2, 6)
        self.disc = nn.Linear(6, 1)

    def reconstruct(self, x):
        return self.decoder(self.encoder(x))


def run(model, batches):
    opt_ae = torch.optim.Adam([*model.encoder.parameters(), *model.decoder.parameters()])
    opt_d = torch.optim.Adam(model.disc.parameters())
    for x in batches:
        rec = model.reconstruct(x)
        opt_ae.zero_grad()
        ae_loss = (rec - x).abs().mean() - 0.1 * model.disc(rec).mean()
        ae_loss.backward()  # ! GL509
        opt_d.zero_grad()
        d_loss = model.disc(rec.detach()).mean() - model.disc(x).mean()
        d_loss.backward()
        opt_d.step()
        print(ae_loss.item(), d_loss.item())


run(VAEGAN(), [torch.randn(3, 6) for _ in range(3)])
