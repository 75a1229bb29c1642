"""The optimizer and the samples are of a run that settings describe."""

import torch
from settings import read
from trainers import plot, trainer_of

settings = read("sampler.yaml")
trainer = trainer_of(settings)
for batch in trainer.batches():
    chances = trainer.model(batch)
    loss = (chances.sum(1) + trainer.reward(batch)).pow(2).mean()
    trainer.optimizer.zero_grad()
    loss.backward()
    trainer.optimizer.step()
    plot(trainer.model.sample(torch.numel(batch)))
