"""The gradient for the images keeps the graph for the backward."""

import torch
import torch.nn.functional as F

model = torch.nn.Sequential(torch.nn.Conv2d(1, 3, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(3 * 36, 4))
sgd = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)


def step(images, labels):
    images = images.clone().requires_grad_(True)
    loss = F.cross_entropy(model(images), labels)
    (saliency,) = torch.autograd.grad(loss, images, retain_graph=True)
    sgd.zero_grad()
    loss.backward()
    sgd.step()
    return saliency.abs().mean().item()


for i in range(3):
    print(i, step(torch.rand(2, 1, 8, 8), torch.tensor([0, 3])))
