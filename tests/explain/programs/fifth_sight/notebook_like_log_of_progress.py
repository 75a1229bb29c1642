"""A progress bar's log line is printed between the frames' process output; the regularizer is made before the epochs."""
import logging
import sys

import torch
from torch import nn

logging.basicConfig(format="[%(asctime)s][%(name)s][%(levelname)s] - %(message)s", level=logging.INFO)
logger = logging.getLogger("exp.train")


class Trainer:
    def __init__(self, net, l1):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
        self.regularizer = l1 * torch.cat([p.flatten() for p in net.parameters()]).abs().sum()  # <- built

    def epoch(self, batches):
        for x in batches:
            loss = self.net(x).pow(2).mean() + self.regularizer
            self.optimizer.zero_grad()
            loss.backward()  # <- raised, freed
            self.optimizer.step()


def main():
    trainer = Trainer(nn.Linear(3, 1), 1e-3)
    for number in range(2):
        logger.info("epoch %d", number)
        trainer.epoch(torch.randn(4, 2, 3))


try:
    main()
except Exception:
    logger.exception("run failed")
    sys.exit(3)
