"""The penalty needs the graph of its gradients; the critic is frozen while the generator takes its step."""

import torch
from torch import nn


def gradient_penalty(critic, real, fake):
    alpha = torch.rand(real.size(0), 1)
    mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    score = critic(mixed)
    grads = torch.autograd.grad(
        outputs=score, inputs=mixed, grad_outputs=torch.ones_like(score), create_graph=True, retain_graph=True, only_inputs=True
    )[0]
    return ((grads.norm(2, dim=1) - 1) ** 2).mean()


G = nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 4))
C = nn.Sequential(nn.Linear(4, 12), nn.LeakyReLU(0.2), nn.Linear(12, 1))
g_opt = torch.optim.Adam(G.parameters(), lr=1e-4, betas=(0.0, 0.9))
c_opt = torch.optim.Adam(C.parameters(), lr=1e-4, betas=(0.0, 0.9))
for i in range(6):
    real = torch.randn(8, 4)
    for p in C.parameters():
        p.requires_grad = True
    c_opt.zero_grad()
    with torch.no_grad():
        fake = G(torch.randn(8, 3))
    gp = gradient_penalty(C, real, fake)
    c_loss = C(fake).mean() - C(real).mean() + 10.0 * gp
    c_loss.backward()
    c_opt.step()
    if i % 3 == 2:
        for p in C.parameters():
            p.requires_grad = False
        g_opt.zero_grad()
        g_loss = -C(G(torch.randn(8, 3))).mean()
        g_loss.backward()
        g_opt.step()
