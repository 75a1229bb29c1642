"""Grad mode follows the phase."""

import torch
import torch.nn.functional as F
from torch import nn

model = nn.Sequential(nn.Linear(5, 6), nn.Dropout(0.5), nn.ReLU(), nn.Linear(6, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
batches = {phase: [(torch.randn(4, 5), torch.randint(0, 2, (4,))) for _ in range(3)] for phase in ("train", "val")}
for epoch in range(2):
    for phase in ["train", "val"]:
        if phase == "train":
            model.train()
        else:
            model.eval()
        right = 0
        for inputs, labels in batches[phase]:
            with torch.set_grad_enabled(phase == "train"):
                outputs = model(inputs)
            right += (outputs.argmax(dim=1) == labels).sum().item()
            if phase == "train":
                loss = F.cross_entropy(outputs, labels)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        print(epoch, phase, right)
