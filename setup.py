"""The packages of the distribution: those in `graphlint`, and two folders of the repository that are packages in it.

pyproject.toml has everything else. It can list packages or find them under the names of their folders; it cannot find some under others.
"""

from setuptools import find_packages, setup

FOLDERS = {"graphlint": "graphlint", "graphlint.rules": "rules", "graphlint.runtime_shim": "runtime_shim"}
"""The folder of each package that is not in another one."""

packages = [name for package, folder in FOLDERS.items() for name in (package, *(f"{package}.{inner}" for inner in find_packages(folder)))]
setup(packages=packages, package_dir={package: folder for package, folder in FOLDERS.items() if package != folder})
