"""Libraries without relation to autograd graphs."""

from __future__ import annotations

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
