"""The script prints any exception of the training, which another file defines."""

from critic_trainer import Trainer
from torch import nn


def main():
    trainer = Trainer(nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1)))
    try:
        trainer.train(3)
    except Exception as error:
        print("training failed:", error)


if __name__ == "__main__":
    main()
