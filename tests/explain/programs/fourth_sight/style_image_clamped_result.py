"""The image to be optimized is prepared on its way to the optimizer."""
import torch


def prepare(content, strength):
    image = content.clone().requires_grad_(True)
    noise = torch.rand_like(image)
    return torch.lerp(image, noise, strength)  # <- built


content = torch.rand(3, 8, 8)
canvas = prepare(content, 0.2)
optimizer = torch.optim.LBFGS([canvas], max_iter=2)  # <- raised


def closure():
    optimizer.zero_grad()
    loss = (canvas - content).pow(2).sum()
    loss.backward()
    return loss


optimizer.step(closure)
