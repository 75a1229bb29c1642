"""Plays with a trained policy."""
import torch


def play(policy, episodes):
    policy.eval()
    total = 0
    for episode in range(episodes):
        action, _ = policy.choose(torch.randn(1, 4))  # ! GL301
        total += action.item()
    return total
