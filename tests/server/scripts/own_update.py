import torch

x = torch.linspace(0, 1, 8)
weight = torch.randn(8, requires_grad=True)
bias = torch.zeros(8, requires_grad=True)


def predict(inputs):
    scores = inputs * weight + bias
    return scores.sigmoid()


for step in range(100):
    probability = predict(x)
    loss = (probability - 0.5).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        weight -= 0.1 * weight.grad
        bias -= 0.1 * bias.grad
    weight.grad.zero_()
    bias.grad.zero_()
final = loss.detach()
