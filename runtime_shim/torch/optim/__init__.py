"""torch.optim."""

from .._missing import guard
from . import lr_scheduler
from .lbfgs import LBFGS
from .optimizer import Optimizer
from .rules import SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, NAdam, RMSprop

__all__ = ["LBFGS", "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam", "Optimizer", "RMSprop", "lr_scheduler"]

__getattr__ = guard("torch.optim")
