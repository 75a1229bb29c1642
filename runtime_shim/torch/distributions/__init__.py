"""torch.distributions: Categorical, Normal, Bernoulli and a few neighbours."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _random
from .._missing import guard
from .._namespace import broadcast_tensors
from .._ops import activation, loss, reduce
from .._ops.select import gather
from .._tensor import Tensor, wrap
from .._types import Size
from ..autograd.grad_mode import no_grad


def as_tensors(*values: Any) -> list[Tensor]:
    """Numbers and tensors, broadcast against each other."""
    like = next((each for each in values if isinstance(each, Tensor)), None)
    kind = np.float32 if like is None else like._a.dtype
    return list(broadcast_tensors(*(each if isinstance(each, Tensor) else wrap(np.asarray(each, kind)) for each in values)))


class Distribution:
    """The base of distributions."""

    has_rsample = False

    def __init__(self, batch_shape: Any = (), event_shape: Any = (), validate_args: Any = None) -> None:
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)

    batch_shape = property(lambda self: self._batch_shape)
    event_shape = property(lambda self: self._event_shape)

    def extended(self, sample_shape: Any) -> tuple[int, ...]:
        """The shape of samples."""
        return (*tuple(sample_shape), *self._batch_shape, *self._event_shape)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Samples without a graph."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Samples with a graph."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def refuse(name: str, value: Tensor, where: str, constraint: str, good: Any) -> None:
    """Refuse a parameter out of its range.

    Raises:
        ValueError: if so.
    """
    if not good:
        raise ValueError(
            f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {where} to satisfy the constraint "
            f"{constraint}, but found invalid values:\n{value}"
        )


class Normal(Distribution):
    """The normal distribution."""

    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: Any = None) -> None:
        self.loc, self.scale = as_tensors(loc, scale)
        super().__init__(self.loc.shape)
        refuse("scale", self.scale, "Normal(...)", "GreaterThan(lower_bound=0.0)", (self.scale._a > 0).all())

    mean = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale.pow(2))

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Samples with a graph."""
        shape = self.extended(sample_shape)
        noise = wrap(_random.default_generator.normal(int(np.prod(shape, dtype=np.int64)), self.loc._a.dtype).reshape(shape))
        return self.loc + noise * self.scale

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        spread = self.scale**2
        return -((value - self.loc) ** 2) / (2 * spread) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def entropy(self) -> Tensor:
        """The entropy."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()

    def cdf(self, value: Tensor) -> Tensor:
        """The distribution function."""
        return 0.5 * (1 + ((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)).erf())


class Uniform(Distribution):
    """The uniform distribution."""

    has_rsample = True

    def __init__(self, low: Any, high: Any, validate_args: Any = None) -> None:
        self.low, self.high = as_tensors(low, high)
        super().__init__(self.low.shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Samples with a graph."""
        shape = self.extended(sample_shape)
        draw = wrap(_random.default_generator.uniform(int(np.prod(shape, dtype=np.int64)), self.low._a.dtype).reshape(shape))
        return self.low + draw * (self.high - self.low)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        inside = (self.low <= value) & (self.high > value)
        return inside.to(self.low.dtype).log() - (self.high - self.low).log()

    def entropy(self) -> Tensor:
        """The entropy."""
        return (self.high - self.low).log()


class _Chances(Distribution):
    """A distribution over probabilities or logits."""

    def __init__(self, probs: Any, logits: Any) -> None:
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self.given = probs if probs is not None else logits
        self.by_probs = probs is not None


class Bernoulli(_Chances):
    """One or zero."""

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: Any = None) -> None:
        super().__init__(probs, logits)
        (self.given,) = as_tensors(self.given)
        Distribution.__init__(self, self.given.shape)
        if self.by_probs:
            refuse(
                "probs",
                self.given,
                "Bernoulli(...)",
                "Interval(lower_bound=0.0, upper_bound=1.0)",
                ((self.given._a >= 0) & (self.given._a <= 1)).all(),
            )

    @property
    def probs(self) -> Tensor:
        """The probability of one."""
        return self.given if self.by_probs else self.given.sigmoid()

    @property
    def logits(self) -> Tensor:
        """Its log odds."""
        if not self.by_probs:
            return self.given
        inner = self.given.clamp(min=float(np.finfo(self.given._a.dtype).eps), max=1 - float(np.finfo(self.given._a.dtype).eps))
        return inner.log() - (-inner).log1p()

    mean = probs

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Samples."""
        with no_grad():
            return _random.bernoulli(self.probs.expand(self.extended(sample_shape)))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability."""
        logits, value = broadcast_tensors(self.logits, value)
        return -loss.bce_with_logits(logits, value, None, None, "none")

    def entropy(self) -> Tensor:
        """The entropy."""
        return loss.bce_with_logits(self.logits, self.probs, None, None, "none")


class Categorical(_Chances):
    """One of several classes."""

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: Any = None) -> None:
        super().__init__(probs, logits)
        if self.given.dim() < 1:
            raise ValueError(
                "`probs` parameter must be at least one-dimensional."
                if self.by_probs
                else "`logits` parameter must be at least one-dimensional."
            )
        Distribution.__init__(self, self.given.shape[:-1])
        if self.by_probs:
            refuse("probs", self.given, "Categorical(...)", "Simplex()", (self.given._a >= 0).all())
            self._probs, self._logits = self.given / self.given.sum(-1, keepdim=True), None
        else:
            self._probs, self._logits = None, self.given - self.given.logsumexp(-1, keepdim=True)

    @property
    def probs(self) -> Tensor:
        """The classes' probabilities."""
        if self._probs is None:
            self._probs = reduce.softmax(self._logits, -1)
        return self._probs

    @property
    def logits(self) -> Tensor:
        """Their logarithms."""
        if self._logits is None:
            eps = float(np.finfo(self._probs._a.dtype).eps)
            self._logits = self._probs.clamp(min=eps, max=1 - eps).log()
        return self._logits

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Samples."""
        count = int(np.prod(tuple(sample_shape), dtype=np.int64))
        flat = self.probs._alias().reshape(-1, self.given.shape[-1])
        drawn = _random.multinomial(flat, count, True)
        return drawn.t().reshape(self.extended(sample_shape))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability."""
        value = value.long().unsqueeze(-1)
        value, logs = broadcast_tensors(value, self.logits)
        return gather(logs, -1, value[..., :1]).squeeze(-1)

    def entropy(self) -> Tensor:
        """The entropy."""
        low = float(np.finfo(self.logits._a.dtype).min)
        return -(self.logits.clamp(min=low) * self.probs).sum(-1)


class Exponential(Distribution):
    """The exponential distribution."""

    has_rsample = True

    def __init__(self, rate: Any, validate_args: Any = None) -> None:
        (self.rate,) = as_tensors(rate)
        super().__init__(self.rate.shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Samples with a graph."""
        return wrap(np.zeros(self.extended(sample_shape), self.rate._a.dtype)).exponential_() / self.rate

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        return self.rate.log() - self.rate * value


class Independent(Distribution):
    """The last dimensions of a batch as one event."""

    def __init__(self, base_distribution: Any, reinterpreted_batch_ndims: int, validate_args: Any = None) -> None:
        self.base_dist, self.count = base_distribution, reinterpreted_batch_ndims
        shape = base_distribution.batch_shape
        cut = len(shape) - reinterpreted_batch_ndims
        super().__init__(shape[:cut], shape[cut:])

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Samples."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Samples with a graph."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        return self.base_dist.log_prob(value).sum(tuple(range(-self.count, 0)))

    def entropy(self) -> Tensor:
        """The entropy."""
        return self.base_dist.entropy().sum(tuple(range(-self.count, 0)))


def kl_divergence(p: Any, q: Any) -> Tensor:
    """The divergence of two distributions of one kind."""
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale).pow(2)
        return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        return (p.probs * (p.logits - q.logits)).sum(-1)
    if isinstance(p, Bernoulli) and isinstance(q, Bernoulli):
        return p.probs * (activation.softplus(-q.logits) - activation.softplus(-p.logits)) + (1 - p.probs) * (
            activation.softplus(q.logits) - activation.softplus(p.logits)
        )
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}")


__getattr__ = guard("torch.distributions")
