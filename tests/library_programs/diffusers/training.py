"""diffusers: schedulers compute with what they get, and averaged weights are updated without grad."""

import torch
from diffusers import DDPMScheduler, UNet2DModel
from diffusers.optimization import get_scheduler
from diffusers.training_utils import EMAModel


def twice(loader):
    model = UNet2DModel(sample_size=8)
    optimizer = torch.optim.AdamW(model.parameters())
    noiser = DDPMScheduler(num_train_timesteps=10)
    for images, noise, steps in loader:
        noisy = noiser.add_noise(images, noise, steps)
        loss = (model(noisy, steps).sample - noise).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        loss.backward()  # ! GL101
        optimizer.step()


def once(loader):
    model = UNet2DModel(sample_size=8)
    optimizer = torch.optim.AdamW(model.parameters())
    schedule = get_scheduler("cosine", optimizer=optimizer)
    averaged = EMAModel(model.parameters())
    noiser = DDPMScheduler(num_train_timesteps=10)
    for images, noise, steps in loader:
        noisy = noiser.add_noise(images, noise, steps)
        loss = (model(noisy, steps).sample - noise).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        averaged.step(model.parameters())
