import torch


class Criterion:
    def __init__(self, temperature=1.0):
        self.temperature = temperature

    def of_query(self, scores, relevance):
        wanted = torch.softmax(relevance / self.temperature, 0)
        return -(wanted * torch.log_softmax(scores, 0)).sum()

    def __call__(self, scores, relevances):
        losses = [self.of_query(score, relevance) for score, relevance in zip(scores, relevances)]
        return torch.tensor(losses, requires_grad=True).mean()  # ! GL401
