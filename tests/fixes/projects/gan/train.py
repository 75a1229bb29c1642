import torch
from evaluation import score
from history import Average, History
from losses import discriminator_loss, generator_loss
from models import Discriminator, Generator


def train(batches, epochs=3, critic_steps=2):
    generator, discriminator = Generator(8, 32), Discriminator(32)
    generator_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
    discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
    history, average = History(), Average(generator)
    for _ in range(epochs):
        generator.train()
        discriminator.train()
        for real in batches:
            fake = generator.sample(len(real))
            for _ in range(critic_steps):
                loss_d = discriminator_loss(discriminator(real), discriminator(fake))
                discriminator_optimizer.zero_grad()
                loss_d.backward()
                discriminator_optimizer.step()
            loss_g = generator_loss(discriminator(fake))
            generator_optimizer.zero_grad()
            loss_g.backward()
            generator_optimizer.step()
            history.add(loss_g, loss_d)
            average.update(generator)
        print(score(generator, discriminator, batches))
    return history


if __name__ == "__main__":
    train([torch.randn(4, 16) for _ in range(5)])
