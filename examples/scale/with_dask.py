"""Scan many trees on the workers of Dask, a task a tree: python with_dask.py TREE ... (pip install torch-graphlint "dask[distributed]")"""

import json
import sys

from dask.distributed import Client
from scan import memory, scan

if __name__ == "__main__":
    # Or the address of a cluster: Client("tcp://scheduler:8786"), whose workers have scan.py (client.upload_file).
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        for result in client.gather(client.map(scan, sys.argv[1:])):
            print(json.dumps(result))
        print(f"{max(client.run(memory).values())} MB a worker", file=sys.stderr)
