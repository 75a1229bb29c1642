"""The packages of the distribution: those in `graphlint`, and two folders of the repository that are packages in it.

A wheel also has a digest of its files, by which two installations of it share a cache.

pyproject.toml has everything else. It can list packages or find them under the names of their folders; it cannot find some under others.
"""

import hashlib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

FOLDERS = {"graphlint": "graphlint", "graphlint.rules": "rules", "graphlint.runtime_shim": "runtime_shim"}
"""The folder of each package that is not in another one."""

DIGEST = Path("graphlint", "check", "cache", "sources.digest")
"""The file in which graphlint.check.cache.identity looks for it."""


class BuildWithDigest(build_py):
    """Copies the packages, and adds a digest of all their files. An editable installation has none, because its files change."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        folder = Path(self.build_lib)
        files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
        digest = hashlib.sha256()
        for name in files:
            if name != DIGEST.as_posix():
                digest.update(f"{name} {hashlib.sha256((folder / name).read_bytes()).hexdigest()}\n".encode())
        (folder / DIGEST).write_text(digest.hexdigest(), encoding="ascii")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        added = [] if self.editable_mode else [str(Path(self.build_lib, DIGEST))]
        return [*super().get_outputs(include_bytecode), *added]


packages = [name for package, folder in FOLDERS.items() for name in (package, *(f"{package}.{inner}" for inner in find_packages(folder)))]
setup(
    packages=packages,
    package_dir={package: folder for package, folder in FOLDERS.items() if package != folder},
    cmdclass={"build_py": BuildWithDigest},
)
