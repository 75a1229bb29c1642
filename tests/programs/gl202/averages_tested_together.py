"""Early stopping compares two moving averages, which begin as None and are tested with `and`."""

import torch
from torch import nn


class Agent:
    def __init__(self, threshold):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.threshold = threshold

    def losses(self, batch):
        output = self.model(batch)
        final, flow = output.square().mean(), output.abs().mean()
        return final + flow, final, flow

    def train(self, batches):
        final_average, flow_average = None, None
        for batch in batches:
            losses = self.losses(batch)
            self.optimizer.zero_grad()
            losses[0].backward()
            self.optimizer.step()
            if final_average and flow_average:
                final_average = 0.9 * final_average + 0.1 * losses[1]  # ! GL202
                flow_average = 0.9 * flow_average + 0.1 * losses[2]  # ! GL202
                if final_average < self.threshold and flow_average < self.threshold:
                    break
            else:
                final_average, flow_average = losses[1], losses[2]


Agent(1e-9).train(torch.randn(4, 8, 3))
