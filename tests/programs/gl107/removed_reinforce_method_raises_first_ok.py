"""reinforce() was removed: its RuntimeError comes before a backward that would find no graph."""

import torch

scores = torch.softmax(torch.randn(3, requires_grad=True), dim=0)
actions = [scores.multinomial(1)]
try:
    for action in actions:
        action.reinforce(1.0)
    torch.autograd.backward(actions)
except RuntimeError as error:
    print(error)
