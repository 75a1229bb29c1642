import torch


def evaluate(model):
    model.eval()
    correct = 0
    for batch in range(3):
        outputs = model(torch.randn(2, 3))  # ! GL301
        correct += int((outputs > 0).sum())
    return correct
