"""Libraries: names that an import finds installed, unless the project has a package of that name."""

from __future__ import annotations

from graphlint.libraries import tables
from graphlint.source.prefilter import OTHER_FRAMEWORKS

PLAIN_ROOTS = frozenset(
    (
        "os sys re math cmath time json csv random pathlib argparse logging datetime shutil glob pickle subprocess string io gc "
        "warnings platform socket uuid hashlib struct tempfile traceback inspect threading signal yaml tqdm numpy np scipy sklearn "
        "pandas matplotlib seaborn PIL cv2 gym gymnasium wandb tensorboard tensorboardX mlflow omegaconf click rich psutil "
        "statistics fractions decimal textwrap pprint errno select zipfile tarfile urllib requests networkx nltk spacy plotly imageio "
        "skimage h5py lmdb joblib tyro absl fire"
    ).split()
).union(OTHER_FRAMEWORKS)
"""Libraries whose functions neither return a tensor with a graph nor retain one."""
WITHOUT_MODELS = frozenset("botorch gpytorch higher kornia learn2learn monai pyro".split())
"""Libraries on PyTorch that have no table of models."""


def is_library(name: str) -> bool:
    """Return True for the top-level name of a library."""
    return name in PLAIN_ROOTS or name in WITHOUT_MODELS or tables.file_of(name) is not None
