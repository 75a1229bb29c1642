"""Averages of an epoch."""

import numpy as np


def averages(history):
    return {name: float(np.mean(values)) for name, values in history.items()}
