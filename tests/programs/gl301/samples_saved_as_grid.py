"""A library's functions that draw and save use no graph: the samples made in evaluation build one for nothing."""

import sys
import types

import torch

torchvision = types.ModuleType("torchvision")
exec(
    """
import io
import torch

def make_grid(tensor, nrow):
    with torch.no_grad():
        return torch.cat(list(tensor.split(nrow)), 1)

def save_image(tensor, name):
    torch.save(tensor.detach(), io.BytesIO())
""",
    torchvision.__dict__,
)
utils = sys.modules["torchvision.utils"] = torchvision
sys.modules["torchvision"] = types.ModuleType("torchvision")
from torchvision.utils import make_grid, save_image

generator = torch.nn.Linear(3, 3)
optimizer = torch.optim.Adam(generator.parameters())


def sample_images(n):
    generator.eval()
    fake = generator(torch.ones(10, 3))  # ! GL301
    grid = make_grid(fake, nrow=5)
    save_image(torch.cat((grid, grid), 1), f"{n}.png")


for i in range(3):
    generator.train()
    optimizer.zero_grad()
    generator(torch.randn(2, 3)).pow(2).mean().backward()
    optimizer.step()
    sample_images(i)
