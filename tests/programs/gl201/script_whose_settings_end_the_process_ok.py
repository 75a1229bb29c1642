"""The settings end the process for an unknown machine, and only then: the script trains."""

import argparse
import sys

import torch
from torch import nn


class Settings:
    def __init__(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--machine", default="office", choices=["office", "cluster"])
        self.given, _ = parser.parse_known_args()
        self.values = {"machine": self.given.machine}
        if self.values["machine"] == "laptop":
            self.values["logs"] = "laptop_logs"
        if self.values["machine"] == "office":
            self.values["logs"] = "office_logs"
        elif self.values["machine"] == "cluster":
            self.values["logs"] = "cluster_logs"
        else:
            sys.exit("unknown machine")


settings = Settings()
print(settings.values["logs"])
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    model(batch).square().mean().backward()
    optimizer.step()
