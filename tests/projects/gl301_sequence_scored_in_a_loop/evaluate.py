import torch
from scorer import Scorer, build


def evaluate(sequences):
    scorer, total = Scorer(build()), 0.0
    weights = torch.ones(3, requires_grad=True)
    (weights.softmax(-1) * torch.arange(3)).sum().backward()
    for sequence in sequences:
        total += scorer.score(sequence).mean().item()
    return total


if __name__ == "__main__":
    eval("evaluate")([torch.randn(2, 3, 4), torch.randn(2, 5, 4)])
