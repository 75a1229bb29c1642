"""Two methods move a tensor to the device of the object: the second one gets back what it has."""

import torch
from torch import nn


class Attack:
    def __init__(self, model, gpu):
        self.model, self.gpu = model, gpu

    def start(self, image):
        delta = torch.zeros_like(image)
        if self.gpu:
            delta = delta.to("cuda")
        delta.requires_grad = True
        return delta

    def run(self, image, label):
        delta = self.start(image)
        if self.gpu:
            delta = delta.to("cuda")
        for _ in range(3):
            loss = nn.functional.cross_entropy(self.model(image + delta), label)
            loss.backward()
            with torch.no_grad():
                delta += 0.01 * delta.grad.sign()
            delta.grad.zero_()
        return (image + delta).detach()


attack = Attack(nn.Linear(5, 3), torch.cuda.is_available())
print(attack.run(torch.randn(2, 5), torch.tensor([0, 2])).shape)
