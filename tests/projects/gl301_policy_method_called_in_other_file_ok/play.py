"""Plays with a trained policy."""
import torch


def play(policy, episodes):
    policy.eval()
    total = 0
    for episode in range(episodes):
        with torch.no_grad():
            action, _ = policy.choose(torch.randn(1, 4))
        total += action.item()
    return total
