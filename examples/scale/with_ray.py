"""Scan many trees on the workers of Ray, a task a tree: python with_ray.py TREE ... (pip install torch-graphlint ray)"""

import json
import sys

import ray
from scan import memory, scan


@ray.remote
def task(tree: str) -> tuple[dict[str, object], int]:
    return scan(tree), memory()


if __name__ == "__main__":
    # Or a cluster: ray.init("auto", runtime_env={"working_dir": "."}).
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    done = ray.get([task.remote(tree) for tree in sys.argv[1:]])
    for result, _ in done:
        print(json.dumps(result))
    print(f"{max((most for _, most in done), default=0)} MB a worker", file=sys.stderr)
