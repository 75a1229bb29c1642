"""The counts of a detector's hits are turned into a loss."""
import logging
import sys

import torch
from torch import nn

logging.basicConfig(format="%(asctime)s | %(levelname)-7s | %(name)s | %(message)s", level=logging.INFO)
log = logging.getLogger("detector")


def f1_loss(scores, truth, threshold=0.5):
    predicted = (scores > threshold).float()  # <- detached
    hits = (predicted * truth).sum()
    precision = hits / (predicted.sum() + 1e-8)
    recall = hits / (truth.sum() + 1e-8)
    return 1 - 2 * precision * recall / (precision + recall + 1e-8)


detector = nn.Sequential(nn.Linear(7, 9), nn.ReLU(), nn.Linear(9, 1), nn.Sigmoid())
log.info("start")
try:
    loss = f1_loss(detector(torch.randn(8, 7)).squeeze(1), torch.randint(0, 2, (8,)).float())
    loss.backward()  # <- raised
except RuntimeError:
    log.exception("training stopped")
    sys.exit(1)
