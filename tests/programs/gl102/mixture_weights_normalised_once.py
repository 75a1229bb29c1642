"""The mixture's weights are a softmax of a parameter, taken in the constructor: every forward depends on that one softmax."""

import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.experts = nn.ModuleList(experts)
        self.logits = nn.Parameter(torch.zeros(len(experts)))
        self.shares = torch.softmax(self.logits, dim=0)

    def forward(self, question):
        answers = torch.stack([expert(question) for expert in self.experts])
        return (self.shares.view(-1, 1, 1) * answers).sum(dim=0)


def fit(mixture, questions, answers):
    optimizer = torch.optim.Adagrad(mixture.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    for question, answer in zip(questions, answers):
        optimizer.zero_grad()
        criterion(mixture(question), answer).backward()  # ! GL102
        optimizer.step()


fit(Mixture([nn.Linear(4, 2) for _ in range(3)]), torch.randn(3, 5, 4), torch.randn(3, 5, 2))
