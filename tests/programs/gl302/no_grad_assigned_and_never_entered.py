"""The guard is made and bound to a name, and no with statement ever names it."""

import torch
from torch import nn


class Server:
    def __init__(self, model):
        self.model = model.eval()

    def answer(self, requests):
        guard = torch.inference_mode()  # ! GL302
        answers = []
        for request in requests:
            answers.append(self.model(request).tolist())
        return answers


print(len(Server(nn.Linear(5, 2)).answer(torch.randn(3, 1, 5))))
