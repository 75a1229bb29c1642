import torch


def evaluate(network, states):
    network.eval()
    total = 0.0
    for state in states:
        total += network(state).max().item()
    network.train()
    return torch.tensor(total / len(states))
