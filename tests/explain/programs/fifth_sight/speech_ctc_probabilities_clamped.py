"""The probabilities of a speech model are normalized in place before their logarithm is used."""
import torch
from torch import nn
from vendorlib import make_model

acoustic = make_model(8, 5)
ctc = nn.CTCLoss()


def log_probabilities(frames):
    probabilities = nn.functional.softmax(acoustic(frames), dim=-1)  # <- built
    probabilities /= probabilities.sum(-1, keepdim=True)  # <- changed
    return probabilities.log()


frames = torch.randn(12, 2, 8)
targets = torch.randint(1, 5, (2, 3))
loss = ctc(log_probabilities(frames), targets, torch.full((2,), 12), torch.full((2,), 3))
loss.backward()  # <- raised
