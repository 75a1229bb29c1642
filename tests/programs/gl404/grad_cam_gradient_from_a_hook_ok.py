"""A hook stores the gradient of an activation that is not a leaf, and the maps are made of it and the detached activation."""

import torch
import torch.nn.functional as F
from torch import nn


class GradCAM:
    def __init__(self, model, layer):
        self.model, self.activ, self.grad = model, None, None
        self.handles = [layer.register_forward_hook(self._keep)]

    def _keep(self, module, inputs, output):
        self.activ = output
        output.register_hook(self._keep_grad)

    def _keep_grad(self, grad):
        self.grad = grad

    def __call__(self, x, cls=None):
        self.model.eval()
        logits = self.model(x)
        if cls is None:
            cls = logits.argmax(1)
        self.model.zero_grad()
        logits.gather(1, cls[:, None]).sum().backward()
        w = self.grad.mean((2, 3), keepdim=True)
        cam = F.relu((w * self.activ.detach()).sum(1))
        return cam / (cam.amax((1, 2), keepdim=True) + 1e-8)

    def close(self):
        for h in self.handles:
            h.remove()


net = nn.Sequential(nn.Conv2d(3, 6, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 4))
cam = GradCAM(net, net[0])
maps = []
for image in torch.rand(3, 2, 3, 7, 7):
    maps.append(cam(image))
cam.close()
print(torch.cat(maps).shape)
