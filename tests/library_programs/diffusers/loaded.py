"""diffusers: models are made from checkpoints and configurations, and schedulers and pipelines are not models."""

import torch
from diffusers import AutoencoderKL, DDPMScheduler, DiffusionPipeline, PixArtTransformer2DModel, UNet2DModel
from diffusers.training_utils import EMAModel


def encoder(loader):
    model = AutoencoderKL()
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def transformer(loader):
    model = PixArtTransformer2DModel()
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def configured(loader):
    model = UNet2DModel.from_config({})
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def without_grad(loader):
    model = UNet2DModel.from_config({})
    model.eval()
    for x in loader:
        print(model(x))


def scheduler(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = DDPMScheduler.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def configured_scheduler(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = DDPMScheduler.from_config({})
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def pipeline(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = DiffusionPipeline.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def averaged(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = EMAModel.from_pretrained("base", None)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def velocities(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    noiser = DDPMScheduler(num_train_timesteps=10)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += noiser.get_velocity(loss, x, 1)  # ! GL202
    print(total)


def velocities_of_data(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    noiser = DDPMScheduler(num_train_timesteps=10)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += noiser.get_velocity(x, x, 1)
    print(total)
