"""The features of the style are cached on the object with their graph."""
import torch
from vendorlib import make_model


class StyleLoss:
    def __init__(self, style):
        self.net = make_model(4, 4)
        self.style = style
        self._target = None

    def target(self):
        if self._target is None:
            self._target = self.net(self.style)  # <- built
        return self._target

    def __call__(self, image):
        return (self.net(image) - self.target()).pow(2).mean()


image = torch.randn(3, 4, requires_grad=True)
criterion = StyleLoss(torch.randn(3, 4))
optimizer = torch.optim.LBFGS([image], max_iter=2)


def closure():
    optimizer.zero_grad()
    loss = criterion(image)
    loss.backward()  # <- raised, freed
    return loss


optimizer.step(closure)
