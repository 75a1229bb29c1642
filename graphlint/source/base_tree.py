"""The tree of an earlier commit beside the checked one, in a temporary folder of which the repository knows nothing.

A worktree of git would be a record in the repository, which stays there if the process is killed.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from graphlint.common.errors import GraphlintError, UsageError
from graphlint.source.discovery import SUFFIXES, display
from graphlint.source.git_ignore import GIT

# A hook of the repository would run as one of a checkout by the user.
OPTIONS = ("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
ENVIRONMENT = {"GIT_LFS_SKIP_SMUDGE": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
# A hook of git passes these, for another tree and another index.
OF_HOOKS = frozenset(("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"))
SUBMODULE = "160000 "
LEFT_OUT = "S "
# Code, settings and markers of projects. Data may be large, or in another storage.
READ = (*SUFFIXES, ".toml", ".cfg", ".gitignore")


@dataclass(frozen=True)
class Repository:
    """The repository that the current folder is in, by the root of its tree; and the current folder relative to that."""

    root: str
    position: str

    @classmethod
    def find(cls) -> Repository:
        """Return the repository of the current folder.

        Raises:
            GraphlintError: if there is none, or no git.
        """
        root = _git(("rev-parse", "--show-toplevel"), ".", "run graphlint diff in a repository of git, or graphlint check without one")
        return cls(os.path.realpath(root), os.path.relpath(os.path.realpath("."), os.path.realpath(root)))

    def commit(self, name: str) -> str:
        """Return the commit from which the current tree and one of this name have developed.

        Raises:
            GraphlintError: if there is none.
        """
        named = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        commit = _git(named, self.root, self._remedy(name), f"{name} is not a commit")
        remedy = self._remedy(name, common=True)
        return _git(("merge-base", commit, "HEAD"), self.root, remedy, f"{name} and the current commit have no common ancestor")

    def relative(self, path: str) -> str:
        """Return a path relative to the current folder: then it names the same file in another tree.

        Raises:
            UsageError: if it is not in the repository.
        """
        whole = os.path.join(os.path.realpath(os.path.dirname(os.path.abspath(path))), os.path.basename(os.path.abspath(path)))
        if whole != self.root and not whole.startswith(os.path.join(self.root, "")):
            raise UsageError(f"{path} is not in the repository {self.root}; name files and directories of it")
        return os.path.relpath(whole, os.path.realpath("."))

    def name_after(self, commit: str) -> Callable[[str], str]:
        """Return what gives the name of a file in this tree by that in the tree of a commit, as displayed."""
        names = {self._displayed(old): self._displayed(new) for old, new in self._renamed(commit).items()}
        return lambda path: names.get(path, path)

    def is_in_submodule(self, path: str) -> bool:
        """Return True for a file, as displayed, of a submodule: the tree of a commit does not have it."""
        return any(path.startswith(os.path.join(self._displayed(folder), "")) for folder in self._submodules)

    def _displayed(self, name: str) -> str:
        """Return the displayed form of a name relative to the root."""
        return display(os.path.join(self.root, name))

    def _renamed(self, commit: str) -> dict[str, str]:
        """Return the files that were renamed since a commit, relative to the root: the new name by the old one."""
        fields = iter(_git(("diff", "--name-status", "--find-renames", "-z", commit), self.root).split("\0"))
        found = {}
        for status in fields:
            name = next(fields, "")
            if status.startswith(("R", "C")):
                other = next(fields, "")
                if status.startswith("R"):
                    found[name] = other
        return found

    @cached_property
    def _entries(self) -> dict[str, str]:
        """The entries of the index by name relative to the root: tag, mode, object and stage."""
        entries = _git(("ls-files", "-t", "--stage", "-z"), self.root).split("\0")
        return {name: state for state, _, name in (entry.partition("\t") for entry in entries) if name}

    @cached_property
    def _submodules(self) -> tuple[str, ...]:
        """The folders of submodules, relative to the root."""
        return tuple(name for name, state in self._entries.items() if state.partition(" ")[2].startswith(SUBMODULE))

    @contextmanager
    def tree_of(self, commit: str) -> Iterator[str]:
        """Provide the files of a commit in a folder, and remove it with the block; without those that a sparse checkout leaves out.

        Raises:
            GraphlintError: if they cannot be written.
        """
        place = _git(("rev-parse", "--absolute-git-dir"), self.root)
        missing = {name for name, state in self._entries.items() if state.startswith(LEFT_OUT)}
        missing = {name for name in missing if not os.path.lexists(os.path.join(self.root, name))}
        with tempfile.TemporaryDirectory(prefix="graphlint-diff-") as folder:
            tree = os.path.join(os.path.realpath(folder), "tree")
            variables = {"GIT_DIR": place, "GIT_WORK_TREE": tree, "GIT_INDEX_FILE": os.path.join(folder, "index")}
            os.mkdir(tree)
            with open(os.path.join(tree, GIT), "w", encoding="utf-8", errors="surrogateescape") as stream:
                # The root of a repository, whose ignore rules are those of this one.
                stream.write(f"gitdir: {place}\n")
            remedy = f"git fsck says if the commit is there; {folder} needs space for its files"
            _git(("read-tree", commit), tree, remedy, variables=variables)
            names = set(_git(("ls-files", "-z"), tree, variables=variables).split("\0")) - missing
            read = sorted(name for name in names if name.endswith(READ))
            _git(("checkout-index", "-z", "--stdin"), tree, remedy, content="\0".join(read), variables=variables)
            yield tree

    def _remedy(self, name: str, common: bool = False) -> str:
        if _git(("rev-parse", "--is-shallow-repository"), self.root) == "true":
            return f"the clone is shallow: run git fetch --unshallow origin {name}, or set fetch-depth: 0 for actions/checkout"
        return "name a commit of the same history" if common else f"name a branch, a tag or a commit, or run git fetch origin {name}"


def _git(
    arguments: Sequence[str], folder: str, remedy: str = "", problem: str = "", content: str = "", variables: Mapping[str, str] = {}
) -> str:
    """Run git and return what it prints.

    Args:
        remedy: what to do if it fails.
        problem: what it means if it fails.
        content: its standard input.
        variables: the repository, the tree and the index, if they are not those of the folder.

    Raises:
        GraphlintError: if it fails, with the remedy.
    """
    environment = {name: value for name, value in os.environ.items() if name not in OF_HOOKS} | ENVIRONMENT | dict(variables)
    try:
        done = subprocess.run(
            ("git", *OPTIONS, *arguments), cwd=folder, env=environment, input=os.fsencode(content), capture_output=True, check=False
        )
    except OSError as error:
        raise GraphlintError(f"git cannot be run: {error.strerror or error}; install it, or put it on PATH") from None
    if done.returncode:
        told = os.fsdecode(done.stderr).strip().partition("\n")[0].removeprefix("fatal: ")
        reason = ": ".join(part for part in (problem, told) if part) or f"git {arguments[0]} failed"
        raise (UsageError if problem else GraphlintError)(f"{reason}; {remedy}" if remedy else reason)
    return os.fsdecode(done.stdout).rstrip("\n")
