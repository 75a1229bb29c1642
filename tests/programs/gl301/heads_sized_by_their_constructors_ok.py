# The head of each test set is built for the size of the backbone's output, which its constructor reads on one made-up image.
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, stride=2)
        size = self.conv(torch.rand(1, 3, 8, 8)).size(2)
        self.out = nn.Linear(4 * size * size, classes)

    def forward(self, x):
        return self.out(torch.relu(self.conv(x)).flatten(1))


for test_classes in (2, 3, 4, 5):
    head = Head(test_classes).eval()
    with torch.no_grad():
        print(head(torch.randn(4, 3, 8, 8)).argmax(1))
