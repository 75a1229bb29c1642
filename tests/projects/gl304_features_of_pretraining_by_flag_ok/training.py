"""The second phase of the training, without the encoder."""
import torch

from learner import Learner

learner = Learner(joint=False)
for _ in range(3):
    learner.learn(torch.randn(4, 3))
