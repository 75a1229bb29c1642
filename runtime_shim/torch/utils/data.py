"""torch.utils.data: data sets, samplers and loaders, all in this process."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from .. import _random
from .._missing import guard
from .._random import Generator
from .._tensor import Tensor, wrap

Item = TypeVar("Item")


class Dataset(Generic[Item]):
    """Samples by number."""

    def __getitem__(self, index: int) -> Item:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Dataset[Item]) -> ConcatDataset:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[Item]):
    """Samples one after the other."""

    def __iter__(self) -> Iterator[Item]:
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")


class TensorDataset(Dataset[Any]):
    """The rows of tensors."""

    def __init__(self, *tensors: Tensor) -> None:
        if any(each.shape[0] != tensors[0].shape[0] for each in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> Any:
        return tuple(each[index] for each in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].shape[0]


class ConcatDataset(Dataset[Any]):
    """Data sets one after the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        self.cumulative_sizes = list(itertools.accumulate(len(each) for each in self.datasets))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: int) -> Any:
        index = index + len(self) if index < 0 else index
        place = bisect.bisect_right(self.cumulative_sizes, index)
        return self.datasets[place][index - (self.cumulative_sizes[place - 1] if place else 0)]


class Subset(Dataset[Any]):
    """Some samples of a data set."""

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index: Any) -> Any:
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset: Any, lengths: Sequence[Any], generator: Generator | None = None) -> list[Subset]:
    """Parts of a data set, drawn by chance."""
    sizes = list(lengths)
    if all(isinstance(each, float) for each in sizes):
        shares = [int(np.floor(len(dataset) * each)) for each in sizes]
        for place in range(len(dataset) - sum(shares)):
            shares[place % len(shares)] += 1
        sizes = shares
    if sum(sizes) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = _random.source(generator).permutation(len(dataset)).tolist()
    ends = list(itertools.accumulate(sizes))
    return [Subset(dataset, order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


class Sampler(Generic[Item]):
    """An order of samples."""

    def __init__(self, data_source: Any = None) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[Item]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.data_source)


class SequentialSampler(Sampler[int]):
    """One after the other."""

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))


class RandomSampler(Sampler[int]):
    """In a random order."""

    def __init__(
        self, data_source: Any, replacement: bool = False, num_samples: int | None = None, generator: Generator | None = None
    ) -> None:
        super().__init__(data_source)
        self.replacement, self.count, self.generator = replacement, num_samples, generator

    def __iter__(self) -> Iterator[int]:
        stream = self.generator
        if stream is None:
            stream = Generator().manual_seed(long_number(None))
        count, size = self.count or len(self.data_source), len(self.data_source)
        if self.replacement:
            yield from stream.integers(0, size, count).tolist()
        else:
            yield from stream.permutation(size).tolist()[:count]

    def __len__(self) -> int:
        return self.count or len(self.data_source)


class SubsetRandomSampler(Sampler[int]):
    """Given samples in a random order."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        super().__init__(indices)
        self.indices, self.generator = indices, generator

    def __iter__(self) -> Iterator[int]:
        for place in _random.source(self.generator).permutation(len(self.indices)):
            yield self.indices[place]


class WeightedRandomSampler(Sampler[int]):
    """Drawn with weights."""

    def __init__(self, weights: Any, num_samples: int, replacement: bool = True, generator: Generator | None = None) -> None:
        super().__init__(range(num_samples))
        self.weights = weights if isinstance(weights, Tensor) else wrap(np.asarray(list(weights), dtype=np.float64))
        self.replacement, self.generator = replacement, generator

    def __iter__(self) -> Iterator[int]:
        yield from _random.multinomial(self.weights, len(self), self.replacement, generator=self.generator).tolist()  # type: ignore[attr-defined]


class BatchSampler(Sampler[list[int]]):
    """Batches of an order."""

    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        super().__init__(sampler)
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        batch: list[int] = []
        for each in self.sampler:
            batch.append(each)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


def long_number(generator: Generator | None) -> int:
    """A seed drawn from a stream."""
    return int(_random.source(generator).long_words(1)[0] % np.uint64(1 << 63))


def default_collate(batch: list[Any]) -> Any:
    """Samples as one batch: tensors stacked, numbers as a tensor, structures kept."""
    from .. import stack, tensor

    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch)
    if isinstance(first, np.ndarray):
        return stack([wrap(each) for each in batch])
    if isinstance(first, np.generic):
        return wrap(np.asarray(batch))
    if isinstance(first, float):
        return wrap(np.asarray(batch, dtype=np.float64))
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([each[key] for each in batch]) for key in first}
    if isinstance(first, Sequence):
        parts = [default_collate(list(each)) for each in zip(*batch, strict=True)]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}")


class DataLoader(Generic[Item]):
    """Batches of a data set."""

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Any = None,
        batch_sampler: Any = None,
        num_workers: int = 0,
        collate_fn: Any = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Any = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: Any = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        self.dataset, self.batch_size, self.drop_last, self.generator, self.num_workers = (
            dataset,
            batch_size,
            drop_last,
            generator,
            num_workers,
        )
        self.collate_fn = collate_fn or (default_collate if batch_size is not None or batch_sampler is not None else lambda sample: sample)
        self.iterable = isinstance(dataset, IterableDataset)
        if sampler is None and not self.iterable:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        self.sampler = sampler
        if batch_sampler is None and batch_size is not None and not self.iterable:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_sampler = batch_sampler

    def __iter__(self) -> Iterator[Any]:
        long_number(self.generator)
        return self._batches()

    def _batches(self) -> Iterator[Any]:
        if self.iterable:
            yield from self._stream()
        elif self.batch_sampler is None:
            for index in self.sampler:
                yield self.collate_fn(self.dataset[index])
        else:
            for indices in self.batch_sampler:
                yield self.collate_fn([self.dataset[index] for index in indices])

    def _stream(self) -> Iterator[Any]:
        if self.batch_size is None:
            yield from (self.collate_fn(each) for each in self.dataset)
            return
        samples = iter(self.dataset)
        while batch := list(itertools.islice(samples, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield self.collate_fn(batch)

    def __len__(self) -> int:
        if self.iterable:
            return -(-len(self.dataset) // self.batch_size) if self.batch_size else len(self.dataset)
        return len(self.batch_sampler) if self.batch_sampler is not None else len(self.sampler)


__getattr__ = guard("torch.utils.data")
