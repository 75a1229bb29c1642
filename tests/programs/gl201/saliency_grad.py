"""The score is backpropagated once for its picture, and the next picture gets a forward pass of its own."""

import torch


def saliency(model, image, label):
    image = image.detach().requires_grad_(True)
    score = model(image)[0, label]
    grad = torch.autograd.grad(score, image, retain_graph=True)[0]  # ! GL201
    return grad.abs().amax(dim=1)


model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(64, 5)).eval()
for picture, label in zip(torch.rand(2, 1, 3, 6, 6), [1, 4]):
    print(saliency(model, picture, label).shape)
