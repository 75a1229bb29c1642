"""The rollout runs under no_grad, so that each pass over it builds a graph of its own."""

import torch
from torch import nn
from torch.distributions import Normal


class AC(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
        self.v = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
        self.log_std = nn.Parameter(torch.zeros(2))

    def evaluate(self, obs, act):
        dist = Normal(self.pi(obs), self.log_std.exp())
        return dist.log_prob(act).sum(-1), dist.entropy().sum(-1), self.v(obs).squeeze(-1)


@torch.no_grad()
def rollout(ac, n):
    obs, acts, logps, vals, rews = [], [], [], [], []
    o = torch.randn(4)
    for _ in range(n):
        dist = Normal(ac.pi(o), ac.log_std.exp())
        a = dist.sample()
        obs.append(o)
        acts.append(a)
        logps.append(dist.log_prob(a).sum())
        vals.append(ac.v(o).squeeze())
        rews.append(-(a**2).sum())
        o = torch.randn(4)
    adv, last, nextv = torch.zeros(n), 0.0, 0.0
    for t in reversed(range(n)):
        delta = rews[t] + 0.99 * nextv - vals[t]
        adv[t] = last = delta + 0.99 * 0.95 * last
        nextv = vals[t]
    return torch.stack(obs), torch.stack(acts), torch.stack(logps), adv, adv + torch.stack(vals)


ac = AC()
opt = torch.optim.Adam(ac.parameters(), lr=3e-4, eps=1e-5)
for update in range(2):
    obs, act, old, adv, ret = rollout(ac, 16)
    for _ in range(3):
        for idx in torch.randperm(16).split(4):
            logp, ent, v = ac.evaluate(obs[idx], act[idx])
            a = (adv[idx] - adv[idx].mean()) / (adv[idx].std() + 1e-8)
            ratio = (logp - old[idx]).exp()
            pg = -torch.min(ratio * a, ratio.clamp(0.8, 1.2) * a).mean()
            loss = pg + 0.5 * (ret[idx] - v).pow(2).mean() - 0.01 * ent.mean()
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(ac.parameters(), 0.5)
            opt.step()
        with torch.no_grad():
            kl = (old - ac.evaluate(obs, act)[0]).mean()
        if kl > 0.05:
            break
