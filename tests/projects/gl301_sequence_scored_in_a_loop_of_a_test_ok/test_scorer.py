import torch
from scorer import Scorer, build


def test_scores_are_negative():
    weights = torch.ones(3, requires_grad=True)
    (weights.softmax(-1) * torch.arange(3)).sum().backward()
    assert weights.grad is not None
    for length in range(1, 5):
        scores = Scorer(build()).score(torch.randn(2, length, 4))
        assert bool((scores < 0).all())


if __name__ == "__main__":
    test_scores_are_negative()
