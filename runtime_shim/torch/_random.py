"""Random numbers: the stream that PyTorch draws on a CPU from the same seed, so that programs see the same values.

Mersenne twister, 24 bits for a float32 and 53 for a float64; normal numbers by Box and Muller, sixteen at a time where there are as many.
Dropout, multinomial and exponential draws come from the same stream but not in PyTorch's order.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from ._inplace import untracked
from ._operation import define
from ._tensor import Tensor, wrap

INITIAL_SEED = 67280421310721 & 0xFFFFFFFF


class Generator:
    """A stream of random numbers."""

    def __init__(self, device: Any = "cpu") -> None:
        self.device = device
        self.manual_seed(67280421310721)

    def manual_seed(self, seed: int) -> Generator:
        """Restart the stream from a seed."""
        self._seed = int(seed)
        self._twister = np.random.RandomState(self._seed & 0xFFFFFFFF)
        self._spare: float | None = None
        return self

    def initial_seed(self) -> int:
        """The seed it began from."""
        return self._seed

    def seed(self) -> int:
        """Restart the stream from a random seed."""
        self.manual_seed(secrets.randbits(63))
        return self._seed

    def get_state(self) -> Tensor:
        """Return the position of the stream."""
        _, keys, place, _, _ = self._twister.get_state()
        result = wrap(np.asarray([*keys, place, self._seed], dtype=np.int64))
        result._spare = self._spare
        return result

    def set_state(self, state: Tensor) -> None:
        """Go back to where the stream stood."""
        values = state._a
        self._twister.set_state(("MT19937", values[:-2].astype(np.uint32), int(values[-2]), 0, 0.0))
        self._seed, self._spare = int(values[-1]), getattr(state, "_spare", None)

    def words(self, count: int) -> np.ndarray:
        """The next 32-bit words."""
        return self._twister.randint(0, 1 << 32, size=count, dtype=np.uint32)

    def long_words(self, count: int) -> np.ndarray:
        """The next pairs of words, as 64-bit numbers."""
        pairs = self.words(2 * count).astype(np.uint64).reshape(-1, 2)
        return (pairs[:, 0] << np.uint64(32)) | pairs[:, 1]

    def uniform(self, count: int, dtype: Any) -> np.ndarray:
        """Numbers from 0 to 1."""
        if np.dtype(dtype) == np.float64:
            return (self.long_words(count) & np.uint64((1 << 53) - 1)).astype(np.float64) * 2.0**-53
        return (self.words(count) & np.uint32((1 << 24) - 1)).astype(np.float32) * np.float32(2.0**-24)

    def normal(self, count: int, dtype: Any) -> np.ndarray:
        """Normal numbers."""
        kind = np.dtype(dtype) if np.dtype(dtype) == np.float64 else np.dtype(np.float32)
        if count < 16:
            return np.array([self.one_normal() for _ in range(count)], dtype=kind)
        values = self.uniform(count, kind)
        full = count // 16 * 16
        values[:full] = box_muller(values[:full])
        if count % 16:
            values[count - 16 :] = box_muller(self.uniform(16, kind))
        return values

    def one_normal(self) -> float:
        """One number; its twin is kept for the next call."""
        if self._spare is not None:
            spare, self._spare = self._spare, None
            return spare
        first, second = self.uniform(2, np.float64)
        radius, angle = np.sqrt(-2 * np.log1p(-second)), 2 * np.pi * first
        self._spare = float(radius * np.sin(angle))
        return float(radius * np.cos(angle))

    def integers(self, low: int, high: int, count: int) -> np.ndarray:
        """Whole numbers from low to high - 1."""
        span = high - low
        words = self.long_words(count) if span >= 1 << 28 else self.words(count).astype(np.uint64)
        return (words % np.uint64(span)).astype(np.int64) + low

    def permutation(self, count: int) -> np.ndarray:
        """The numbers below `count` in a random order."""
        result = np.arange(count, dtype=np.int64)
        if count < 2:
            return result
        words = self.words(count - 1)
        for place in range(count - 1):
            other = place + int(words[place]) % (count - place)
            result[place], result[other] = result[other], result[place]
        return result


def box_muller(values: np.ndarray) -> np.ndarray:
    """Normal numbers from uniform ones, in blocks of sixteen."""
    blocks = values.reshape(-1, 16)
    radius = np.sqrt(-2 * np.log(1 - blocks[:, :8]))
    angle = values.dtype.type(2 * np.pi) * blocks[:, 8:]
    return np.concatenate([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(-1)


default_generator = Generator()


def source(generator: Generator | None) -> Generator:
    """The stream that is meant."""
    return default_generator if generator is None else generator


def manual_seed(seed: int) -> Generator:
    """Restart the default stream from a seed."""
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Restart the default stream from a random seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """The default stream's seed."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """Return the position of the default stream."""
    return default_generator.get_state()


def set_rng_state(state: Tensor) -> None:
    """Go back to where the default stream stood."""
    default_generator.set_state(state)


# Tensors filled in place


def uniform_(self: Tensor, a: float = 0.0, b: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Fill with numbers from a to b."""
    kind = self._a.dtype.type
    values = source(generator).uniform(self._a.size, self._a.dtype)
    return untracked(self, (values * kind(b - a) + kind(a)).reshape(self._a.shape))


def normal_(self: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Fill with normal numbers."""
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    kind = self._a.dtype.type
    values = source(generator).normal(self._a.size, self._a.dtype)
    return untracked(self, (values * kind(std) + kind(mean)).reshape(self._a.shape))


def random_(self: Tensor, low: int | None = None, high: int | None = None, *, generator: Generator | None = None) -> Tensor:
    """Fill with whole numbers."""
    if high is None:
        low, high = 0, low if low is not None else (1 << 24) + 1 if self._a.dtype.kind == "f" else np.iinfo(self._a.dtype).max
    return untracked(self, source(generator).integers(int(low or 0), int(high), self._a.size).reshape(self._a.shape))


def bernoulli_(self: Tensor, p: Any = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Fill with ones of probability p, and zeros."""
    draw = source(generator).uniform(self._a.size, np.float64).reshape(self._a.shape)
    return untracked(self, draw < (p._a if isinstance(p, Tensor) else p))


def exponential_(self: Tensor, lambd: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Fill with exponentially distributed numbers."""
    return untracked(self, -np.log1p(-source(generator).uniform(self._a.size, np.float64)).reshape(self._a.shape) / lambd)


BERNOULLI = define("bernoulli", "self, drawn", lambda self, drawn: drawn, keeps="self:", self=lambda g: g.new_zeros(g.shape))
NORMAL = define(
    "normal", "mean, std, drawn", lambda mean, std, drawn: drawn, keeps="mean: std:",
    mean=lambda g: g.new_zeros(g.shape), std=lambda g: g.new_zeros(g.shape),
)  # fmt: skip
POISSON = define("poisson", "self, drawn", lambda self, drawn: drawn, keeps="self:", self=lambda g: g.new_zeros(g.shape))


def bernoulli(input: Tensor, p: Any = None, *, generator: Generator | None = None) -> Tensor:
    """Ones with the probabilities that the tensor holds."""
    chances = input._a if p is None else p
    if p is None and ((input._a < 0) | (input._a > 1)).any():
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)"
        )
    draw = source(generator).uniform(input._a.size, np.float64).reshape(input._a.shape)
    return BERNOULLI(input, (draw < chances).astype(input._a.dtype))


def poisson(input: Tensor, generator: Generator | None = None) -> Tensor:
    """Counts with the rates that the tensor holds: the number of uniform factors until their product falls below exp(-rate)."""
    stream, counts = source(generator), np.zeros(input._a.shape, dtype=input._a.dtype)
    for index, rate in np.ndenumerate(input._a):
        product, limit = float(stream.uniform(1, np.float64)[0]), float(np.exp(-rate))
        while product > limit:
            counts[index] += 1
            product *= float(stream.uniform(1, np.float64)[0])
    return POISSON(input, counts)


def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator: Generator | None = None) -> Tensor:
    """Return indices sampled with the weights in the rows.

    Raises:
        RuntimeError: if the weights are not probabilities, or too few for the number of samples.
    """
    weights = np.atleast_2d(input._a.astype(np.float64))
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if (weights.sum(-1) <= 0).any():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    if not replacement and num_samples > weights.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    stream = source(generator)
    rows = []
    for row in weights:
        if replacement:
            picks = np.searchsorted(np.cumsum(row / row.sum()), stream.uniform(num_samples, np.float64), side="right")
            rows.append(np.minimum(picks, len(row) - 1))
        else:
            noise = -np.log1p(-stream.uniform(len(row), np.float64))
            rows.append(np.argsort(-(row / np.maximum(noise, 1e-300)), kind="stable")[:num_samples])
    result = np.asarray(rows, dtype=np.int64)
    return wrap(result if input._a.ndim > 1 else result[0])
