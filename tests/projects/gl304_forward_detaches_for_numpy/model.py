"""A network whose forward returns an array for callers that ask for one; a try-out does."""
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)

    def forward(self, inputs, numpy=False):
        outputs = torch.tanh(self.linear(inputs))  # ! GL304
        if numpy:
            outputs = outputs.detach().numpy()
        return outputs


if __name__ == "__main__":
    policy = Policy()
    for _ in range(3):
        print(policy(torch.randn(2, 3), numpy=True))
