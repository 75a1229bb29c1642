"""The gradient penalty is computed once per batch and used in every critic step."""
import torch
from vendorlib import make_model, make_optimizer

critic, generator = make_model(6, 1), make_model(3, 6)
opt = make_optimizer(critic.parameters())
CRITIC_STEPS = 2


def gradient_penalty(critic, real, fake):
    alpha = torch.rand(real.size(0), 1)
    mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    score = critic(mixed)
    (grad,) = torch.autograd.grad(score.sum(), mixed, create_graph=True)
    return ((grad.norm(dim=1) - 1) ** 2).mean()  # <- built


def train_batch(real):
    with torch.no_grad():
        fake = generator(torch.randn(real.size(0), 3))
    penalty = gradient_penalty(critic, real, fake)
    for _ in range(CRITIC_STEPS):
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
        opt.zero_grad()
        loss.backward()  # <- raised, freed
        opt.step()


for batch in torch.randn(2, 4, 6):
    train_batch(batch)
