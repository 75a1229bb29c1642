"""Boxes are decoded with the head's offsets."""

import torch
from detection_head import DetectionHead


def decoded(head, features, grid):
    centers, sizes, scores = head(features)
    centers.sigmoid_().add_(grid)  # ! GL110
    return torch.cat([centers, sizes.exp()], dim=-1), scores


head = DetectionHead()
optimizer = torch.optim.SGD(head.parameters(), lr=0.01)
for image in range(2):
    boxes, scores = decoded(head, torch.randn(5, 6), torch.arange(10.0).view(5, 2))
    loss = boxes.mean() + scores.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
