"""The inner gradient is taken with create_graph because the sample weights are differentiated through it; they come out without a graph."""

import torch
import torch.nn.functional as F


def reweighted_step(w, opt, x, y, xv, yv, lr=0.1):
    eps = torch.zeros(x.size(0), requires_grad=True)
    per = F.binary_cross_entropy_with_logits(x @ w, y, reduction="none")
    inner = (eps * per).sum()
    (g,) = torch.autograd.grad(inner, w, create_graph=True)
    w_hat = w - lr * g
    val = F.binary_cross_entropy_with_logits(xv @ w_hat, yv)
    (g_eps,) = torch.autograd.grad(val, eps)
    weights = torch.clamp(-g_eps, min=0)
    if weights.sum() > 0:
        weights = weights / weights.sum()
    per = F.binary_cross_entropy_with_logits(x @ w, y, reduction="none")
    loss = (weights * per).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item(), weights


w = torch.zeros(5, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.5)
kept = []
for _ in range(4):
    x, xv = torch.randn(12, 5), torch.randn(6, 5)
    value, weights = reweighted_step(w, opt, x, (x[:, 0] > 0).float(), xv, (xv[:, 0] > 0).float())
    kept.append(weights)
print(torch.stack(kept).mean(0))
